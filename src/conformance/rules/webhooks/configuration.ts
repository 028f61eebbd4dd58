import { expectAnswer, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { rule } from '../support/rules-on.ts'

const places = [
  ['POST', '/v1/webhooks'],
  ['PUT', '/v1/webhook'],
  ['POST', '/v1/webhook-endpoints'],
] as const

/** Rules that the webhook cannot be set through the API. */
export const configurationRules: readonly Rule[] = [
  rule('HOOK-031', 'The webhook is not set through the API.')
    .with({
      // Only in an account made for the rule, as the request might change the webhook.
      needs: ['control:accounts'],
    })
    .judges('ENDPOINTS-5')
    .by(async (t) => {
      await t.setup.works('The delivery log', t.call('listDeliveries'))
      for (const [method, path] of places) {
        const answer = await t.send({ method, path, body: { url: 'https://example.com/hook' }, key: 'test' })
        expectAnswer(answer, !isSuccess(answer), 'a refusal: it is done in the dashboard alone')
      }
    }),
]
