import { createBrokenRuleCause } from '../../../http/cause.ts'
import { expectThat } from '../../../http/expect.ts'
import type { RuleContext } from '../../../rule-context.ts'

/** The needs of a rule that buys with invented money: an account with a wallet of its own. */
export const isolatedWallet = ['control:accounts', 'control:wallet'] as const

/** The rule about the balance in a purchase response. If it is wrong, other rules fail, too, and the report names this rule as the cause. */
export const balanceRule = {
  id: 'WALLET-003',
  judges: ['RESOURCES-64', 'SERVICE-7', 'ENDPOINTS-49'],
  title: 'A live purchase reports the remaining wallet balance, and the wallet shows the same balance.',
} as const

/** The rule about the charge for a single purchase. If it is wrong, other rules fail, too, and the report names this rule as the cause. */
export const chargeRule = {
  id: 'WALLET-002',
  judges: [
    'STATES-6',
    'SERVICE-7',
    'SERVICE-23',
    'RESOURCES-37',
    'RESOURCES-59',
    'RESOURCES-64',
    'AUTHENTICATION-3',
  ],
  title: 'A live purchase takes exactly the price of its rate from the wallet.',
} as const

/** The rule about charges for simultaneous purchases. If they are wrong, other rules fail, too, and the report names this rule as the cause. */
export const simultaneousChargeRule = {
  id: 'WALLET-010',
  judges: ['STATES-6'],
  title: 'If live purchases come at the same time, each purchase is charged to the wallet.',
} as const

/** Reads the wallet balance of the rule's account, in cents. */
export const readWalletBalance = async (t: RuleContext): Promise<number> =>
  (await t.account.wallet.get()).integer('balance_cents')

/** Puts enough money for any label into the wallet of the rule's account, and returns the new balance in cents. */
export async function fillWallet(t: RuleContext): Promise<number> {
  await t.account.wallet.set({ balance_cents: 10_000_000, auto_reload: null })
  return readWalletBalance(t)
}

/** Checks that the wallet of the rule's account has this balance, in cents. Throws RuleBroken. */
export async function expectWalletBalance(
  t: RuleContext,
  cents: number,
  answer?: Parameters<typeof expectThat>[1]['answer'],
): Promise<void> {
  const left = await readWalletBalance(t)
  expectThat(left === cents, {
    expected: `${cents} cents in the wallet`,
    actual: `${left} cents`,
    answer,
    // If single purchases are charged wrongly, every later balance is wrong, too.
    cause: createBrokenRuleCause(chargeRule),
  })
}
