import { expectAnswer, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { expectBalance, fillWallet, isolatedWallet } from '../support/money/isolated-wallet.ts'
import { rule } from '../support/rules-on.ts'

const places = [
  ['POST', '/v1/wallet'],
  ['PATCH', '/v1/wallet'],
  ['POST', '/v1/wallet/fund'],
  ['POST', '/v1/wallet/topup'],
] as const

/** Rules that the wallet cannot be funded through the API. */
export const payingInRules: readonly Rule[] = [
  rule('WALLET-013', 'No money is paid into the wallet through the API.')
    .with({ needs: isolatedWallet })
    .judges('SERVICE-35')
    .by(async (t) => {
      const before = await fillWallet(t)
      await t.setup.works('The wallet', t.call('getWallet', { key: 'live' }))
      const body = { amount_cents: 5_000, balance_cents: before + 5_000 }
      for (const [method, path] of places) {
        const answer = await t.send({ method, path, body, key: 'live' })
        expectAnswer(answer, !isSuccess(answer), 'a refusal: it is done in the dashboard alone')
        await expectBalance(t, before, answer)
      }
    }),
]
