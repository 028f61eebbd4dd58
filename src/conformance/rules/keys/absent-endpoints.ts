import { expectAnswer, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { rule } from '../support/rules-on.ts'

const absentEndpoints = [
  ['/v1/accounts', { name: 'A second client' }],
  ['/v1/keys', { environment: 'test', scopes: ['wallet:read'] }],
  ['/v1/api-keys', { environment: 'test', scopes: ['wallet:read'] }],
  ['/v1/payment-methods', { type: 'card', token: 'tok_0' }],
] as const

/** Rules that check that the API has no endpoints for functions that only the dashboard has. */
export const absentEndpointRules: readonly Rule[] = [
  rule('KEY-037', 'Accounts, keys and payment methods cannot be created through the API.')
    .with({
      // The rule runs only in an account made for the rule, because a broken service might carry out the request.
      needs: ['control:accounts'],
    })
    .judges('SERVICE-34')
    .by(async (t) => {
      await t.setup.works('The wallet', t.call('getWallet'))
      for (const [path, body] of absentEndpoints) {
        const answer = await t.send({ method: 'POST', path, body, key: 'test' })
        expectAnswer(answer, !isSuccess(answer), 'a refusal, because only the dashboard has this function')
      }
    }),
]
