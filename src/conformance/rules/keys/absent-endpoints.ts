import { expectAnswer, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { rule } from '../support/rules-on.ts'

const bodies = [
  ['/v1/accounts', { name: 'A second client' }],
  ['/v1/keys', { environment: 'test', scopes: ['wallet:read'] }],
  ['/v1/api-keys', { environment: 'test', scopes: ['wallet:read'] }],
  ['/v1/payment-methods', { type: 'card', token: 'tok_0' }],
] as const

/** Rules that the API has no endpoints for functions of the dashboard. */
export const absentEndpointRules: readonly Rule[] = [
  rule('KEY-037', 'Accounts, keys and payment methods cannot be created through the API.')
    .with({
      // Only in an account made for the rule, as the request might create something.
      needs: ['control:accounts'],
    })
    .judges('SERVICE-34')
    .by(async (t) => {
      await t.setup.works('The wallet', t.call('getWallet'))
      for (const [path, body] of bodies) {
        const answer = await t.send({ method: 'POST', path, body, key: 'test' })
        expectAnswer(answer, !isSuccess(answer), 'a refusal: only the dashboard can do this')
      }
    }),
]
