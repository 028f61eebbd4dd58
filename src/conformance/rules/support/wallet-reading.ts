import type { Answer } from '../../wire/answer.ts'
import { brokenRule, type Cause } from '../../wire/cause.ts'
import { expectSuccess, expectThat } from '../../wire/expect.ts'
import { isObject } from '../../wire/fields.ts'
import { show } from '../../wire/show.ts'
import { wholeNumbers } from './whole-numbers.ts'

const endpoint = 'GET /v1/wallet'

/** There is none, or it is there and no whole number. */
function noBalance({ json }: Answer): Cause {
  const given = isObject(json) ? Object.keys(json).find((name) => name.endsWith('_cents')) : undefined
  return given === undefined
    ? { kind: 'missing-field', endpoint, field: 'balance in whole cents' }
    : { kind: 'wrong-field', endpoint, field: given }
}

/** The whole numbers in a wallet, of which there must be some: one is its balance. */
export function numbersIn(answer: Answer): readonly number[] {
  const numbers = wholeNumbers(expectSuccess(answer))
  expectThat(numbers.length > 0, {
    expected: 'a balance in whole cents somewhere in the wallet',
    actual: `a wallet of ${show(answer.json)}`,
    answer,
    cause: noBalance(answer),
  })
  return numbers
}

export const shownBalanceRule = {
  id: 'WALLET-004',
  title: 'The wallet shows the balance that the account has.',
} as const

/** The wallet shows what the control protocol says is in it. */
export function expectShown(cents: number, answer: Answer): void {
  const numbers = numbersIn(answer)
  expectThat(numbers.includes(cents), {
    expected: `${cents} cents somewhere in the wallet`,
    actual: `the numbers ${numbers.join(', ')} in it`,
    answer,
    cause: brokenRule(shownBalanceRule),
  })
}
