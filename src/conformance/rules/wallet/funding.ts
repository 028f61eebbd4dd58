import { expectThat, isSuccess, summary } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { active } from '../support/active.ts'
import { expectBalance, fillWallet, isolatedWallet } from '../support/money/isolated-wallet.ts'

const places = [
  ['POST', '/v1/wallet'],
  ['PATCH', '/v1/wallet'],
  ['POST', '/v1/wallet/fund'],
  ['POST', '/v1/wallet/topup'],
] as const

/** Rules that the wallet cannot be funded through the API. */
export const payingInRules: readonly Rule[] = [
  active({
    id: 'WALLET-013',
    judges: ['SERVICE-35'],
    title: 'No money is paid into the wallet through the API.',
    needs: isolatedWallet,
    run: async (t) => {
      const before = await fillWallet(t)
      await t.setup.works('The wallet', t.call('getWallet', { key: 'live' }))
      const body = { amount_cents: 5_000, balance_cents: before + 5_000 }
      for (const [method, path] of places) {
        const answer = await t.send({ method, path, body, key: 'live' })
        expectThat(!isSuccess(answer), {
          expected: 'a refusal: it is done in the dashboard alone',
          actual: summary(answer),
          answer,
        })
        await expectBalance(t, before, answer)
      }
    },
  }),
]
