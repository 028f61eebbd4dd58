import type { RuleContext } from '../../rule-context.ts'
import { expectThat } from '../../wire/expect.ts'

/** What a rule needs that buys with made-up money: a wallet that was made for it. */
export const isolatedWallet = ['control:accounts', 'control:wallet'] as const

/** Where what a purchase says is not what the wallet holds, nothing else can be told from it. */
export const balanceRule = {
  id: 'WALLET-003',
  title: 'A live purchase says what is left in the wallet, and the wallet says the same.',
} as const

export const balanceOf = async (t: RuleContext): Promise<number> =>
  (await t.account.wallet.get()).integer('balance_cents')

/** Puts enough for any label into the rule's wallet. Gives how much it is. */
export async function fillWallet(t: RuleContext): Promise<number> {
  await t.account.wallet.set({ balance_cents: 10_000_000, auto_reload: null })
  return balanceOf(t)
}

/** The wallet holds so much now. */
export async function expectBalance(
  t: RuleContext,
  cents: number,
  answer?: Parameters<typeof expectThat>[1]['answer'],
): Promise<void> {
  const left = await balanceOf(t)
  expectThat(left === cents, { expected: `${cents} cents in the wallet`, actual: `${left} cents`, answer })
}
