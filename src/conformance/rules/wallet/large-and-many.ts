import type { Answer } from '../../http/answer.ts'
import { expectError, expectResource, expectThat, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { fillWallet, isolatedWallet, readWalletBalance } from '../support/money/isolated-wallet.ts'
import { rule } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'

const purchasesAtOnce = 10

const hasSoldLabel = (answer: Answer | undefined): boolean => answer !== undefined && isSuccess(answer)

/** Balances that do not fit into 31 or 32 bits. */
const largeBalances = [2 ** 31 + 1_000_000, 2 ** 32 + 1_000_000] as const

/** Rules about large balances, and about many simultaneous purchases. */
export const largeAndManyRules: readonly Rule[] = [
  rule('WALLET-015', 'A balance that needs more than 31 or 32 bits is shown and charged to the cent.')
    .on('buyLabel', { needs: isolatedWallet })
    .judges('RESOURCES-64')
    .by(async (t) => {
      for (const cents of largeBalances) {
        await t.account.wallet.set({ balance_cents: cents, auto_reload: null })
        const held = await readWalletBalance(t)
        const expectWalletHolds = async (due: number): Promise<void> => {
          const answer = await t.setup.works('The wallet', t.call('getWallet', { key: 'live' }))
          expectThat(answer.text.includes(String(due)), {
            expected: `${due} cents in the wallet`,
            actual: answer.text.slice(0, 200),
            answer,
          })
        }
        await expectWalletHolds(held)
        const rate = await t.setup.rate({ key: 'live' })
        const answer = await t.call('buyLabel', { body: { rate_id: rate.id }, key: 'live' })
        expectResource(answer, 'label').expect('wallet_balance_after_cents', held - rate.rateCents)
        await expectWalletHolds(held - rate.rateCents)
      }
    }),
  rule(
    'WALLET-016',
    'If ten live purchases come at once, the wallet pays for as many as its balance covers; with enough money, it pays for the rest.',
  )
    .on('buyLabel', {
      needs: isolatedWallet,
      requests: { createRates: purchasesAtOnce, buyLabel: 2 * purchasesAtOnce },
    })
    .judges('STATES-6')
    .by(async (t) => {
      const rates = await settleAll(
        Array.from({ length: purchasesAtOnce }, () => t.setup.rate({ key: 'live', minCents: 2 })),
      )
      const costOf = (chosen: typeof rates): number =>
        chosen.reduce((sum, { rateCents }) => sum + rateCents, 0)
      const buyAndExpectCharge = async (chosen: typeof rates): Promise<typeof rates> => {
        const before = await readWalletBalance(t)
        const answers = await settleAll(
          chosen.map(({ id }) => t.call('buyLabel', { body: { rate_id: id }, key: 'live' })),
        )
        for (const answer of answers) {
          if (!isSuccess(answer)) expectError(answer, 'WALLET.INSUFFICIENT_BALANCE')
        }
        const sold = chosen.filter((_, index) => hasSoldLabel(answers[index]))
        const left = await readWalletBalance(t)
        expectThat(left === before - costOf(sold) && left >= 0, {
          expected: `${before - costOf(sold)} cents after ${sold.length} purchases, and not below 0`,
          actual: `${left} cents`,
          answer: answers[0],
        })
        return sold
      }
      await t.account.wallet.set({ balance_cents: costOf(rates.slice(0, 3)), auto_reload: null })
      const sold = await buyAndExpectCharge(rates)
      expectThat(sold.length > 0, {
        expected: 'at least one purchase accepted',
        actual: 'no purchase accepted',
      })
      await fillWallet(t)
      const others = rates.filter((rate) => !sold.includes(rate))
      const more = await buyAndExpectCharge(others)
      expectThat(more.length === others.length, {
        expected: `${others.length} labels from a wallet with enough money`,
        actual: `${more.length} labels`,
      })
    }),
]
