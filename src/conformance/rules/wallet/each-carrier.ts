import { expectResource } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { ratesOfEach } from '../support/each-carrier.ts'
import { expectOfRate } from '../support/label-fields.ts'
import { expectBalance, fillWallet, isolatedWallet } from '../support/money/isolated-wallet.ts'
import { rule } from '../support/rules-on.ts'

/** Rules that other rules judge for the cheapest rate only, judged for a label of every carrier. */
export const eachChargeRules: readonly Rule[] = [
  rule(
    'WALLET-012',
    'A live label of each carrier that quotes is taken from the wallet at the price of its rate.',
  )
    .on('buyLabel', { needs: isolatedWallet })
    .judges('STATES-6', 'RESOURCES-37', 'RESOURCES-59')
    .by(async (t) => {
      let due = await fillWallet(t)
      for (const rate of await ratesOfEach(t, 'live')) {
        const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key: 'live' })
        const label = expectResource(answer, 'label')
        expectOfRate(label, { rate, answer })
        due -= rate.rateCents
        await expectBalance(t, due, answer)
        label.expect('wallet_balance_after_cents', due, { why: `after a label of ${rate.carrier}` })
      }
    }),
]
