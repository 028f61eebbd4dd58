import type { Answer } from '../../../http/answer.ts'
import { type Cause, createBrokenRuleCause } from '../../../http/cause.ts'
import { expectSuccess, expectThat } from '../../../http/expect.ts'
import { isObject } from '../../../http/fields.ts'
import { showValue } from '../../../http/show.ts'
import { collectWholeNumbers } from './whole-numbers.ts'

const endpoint = 'GET /v1/wallet'

/** Returns the cause for a failure report if a wallet has no readable balance. */
function causeOfUnreadableBalance({ json }: Answer): Cause {
  const given = isObject(json) ? Object.keys(json).find((name) => name.endsWith('_cents')) : undefined
  return given === undefined
    ? { kind: 'missing-field', endpoint, field: 'balance in whole cents' }
    : { kind: 'wrong-field', endpoint, field: given }
}

/** Returns the whole numbers in the wallet of a response, one of which is the balance. Throws RuleBroken if there are none. */
export function readWholeNumbers(answer: Answer): readonly number[] {
  const numbers = collectWholeNumbers(expectSuccess(answer))
  expectThat(numbers.length > 0, {
    expected: 'a balance in whole cents in a field of the wallet',
    actual: `a wallet of ${showValue(answer.json)}`,
    answer,
    cause: causeOfUnreadableBalance(answer),
  })
  return numbers
}

/** The rule about the balance in the wallet. If it is wrong, other rules fail, too, and the report names this rule as the cause. */
export const shownBalanceRule = {
  id: 'WALLET-004',
  judges: ['SERVICE-18', 'ENDPOINTS-99'],
  title: 'The wallet shows the balance that the account has.',
} as const

/** Checks that the wallet shows this balance, in cents. Throws RuleBroken. */
export function expectShownBalance(cents: number, answer: Answer): void {
  const numbers = readWholeNumbers(answer)
  expectThat(numbers.includes(cents), {
    expected: `${cents} cents in a field of the wallet`,
    actual: `the numbers ${numbers.join(', ')} in the wallet`,
    answer,
    cause: createBrokenRuleCause(shownBalanceRule),
  })
}
