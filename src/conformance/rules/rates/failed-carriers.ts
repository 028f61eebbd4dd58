import type { Answer } from '../../http/answer.ts'
import { expectThat } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import { showField, showValue } from '../../http/show.ts'
import type { RuleContext } from '../../rule-context.ts'
import { quote, ratesIn } from '../support/quotes.ts'

export type Environment = 'test' | 'live'

/** The carriers of a quote without failures. */
export async function carriersOf(t: RuleContext, key?: Environment): Promise<readonly [string, ...string[]]> {
  const quoted = await t.setup.rates(key === undefined ? {} : { key })
  const [first = '', ...others] = new Set(quoted.map(({ carrier }) => carrier))
  return [first, ...others]
}

/** Quotes rates while carriers fail by a fault, and removes the fault. */
export async function quoteWhile(
  t: RuleContext,
  failing: string | readonly string[],
  mode: string,
  key?: Environment,
): Promise<Answer> {
  for (const name of [failing].flat()) {
    await t.account.faults.add({ target: `carrier:${name}`, operation: 'rates', mode })
  }
  const answer = await quote(t, key)
  await t.account.faults.clear()
  return answer
}

export const carriersIn = (answer: Answer): readonly string[] => [
  ...new Set(ratesIn(answer).map((rate) => rate.text('carrier'))),
]

/** Whether a carrier failed in a quote: its rates are missing, or the list of failed carriers has it. */
export const hasFailed = (failing: string, answer: Answer): boolean =>
  !carriersIn(answer).includes(failing) || failedCarriersIn(answer).length > 0

export function needFailure(t: RuleContext, failing: string, answer: Answer): void {
  if (!hasFailed(failing, answer)) skipWithoutFailure(t, failing)
}

export const skipWithoutFailure = (t: RuleContext, failing: string): never =>
  t.notJudged(`the control protocol took the fault, and ${failing} did not fail`)

export const ratesText = (carriers: readonly string[]): string =>
  carriers.length === 0 ? 'no rates' : `rates of ${carriers.join(', ')}`

/** The entries of `failed_carriers` in an answer; none if there is no list. */
export function failedCarriersIn({ json }: Answer): readonly unknown[] {
  const failed = isObject(json) ? json['failed_carriers'] : undefined
  return Array.isArray(failed) ? failed : []
}

/** The entries of `failed_carriers`. Throws RuleBroken if there are none. */
export function expectFailedCarriers(answer: Answer): readonly unknown[] {
  const failed = failedCarriersIn(answer)
  expectThat(failed.length > 0, {
    expected: 'the carrier that failed in failed_carriers',
    actual: isObject(answer.json)
      ? showField('failed_carriers', answer.json['failed_carriers'])
      : `the body ${showValue(answer.text)}`,
    answer,
  })
  return failed
}

/** The carriers that an entry of `failed_carriers` names, by a value or a field that is just the name. */
export function carriersNamedIn(entry: unknown, carriers: readonly string[]): readonly string[] {
  const words = new Set(
    statementsOf(entry).flatMap(({ names, value }) => [...names, value].map(lettersAndDigits)),
  )
  return carriers.filter((carrier) => words.has(lettersAndDigits(carrier)))
}

/** Returns all values of a list with their places, but without positions in the list. */
export function valuesInList(failed: readonly unknown[]): ReadonlySet<string> {
  return new Set(failed.flatMap(statementsOf).map(({ names, value }) => `${names.join('.')}: ${value}`))
}

interface Statement {
  /** Returns the names of the fields that lead to the value, outermost first. */
  readonly names: readonly string[]
  readonly value: string
}

function statementsOf(value: unknown): readonly Statement[] {
  if (Array.isArray(value)) return value.flatMap(statementsOf)
  if (!isObject(value)) return [{ names: [], value: String(value) }]
  return Object.entries(value).flatMap(([name, each]) =>
    statementsOf(each).map((inner) => ({ ...inner, names: [name, ...inner.names] })),
  )
}

/**
 * Returns a name with only its letters and digits in lower case, because FedEx, FEDEX and fed-ex are the same carrier.
 */
function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Judges that each of these carriers is listed as failed: by name, or, if names are spelled differently, by the number of entries. */
export function expectListed(answer: Answer, failing: readonly string[], carriers: readonly string[]): void {
  const listed = expectFailedCarriers(answer)
  const mentioned = carriersNamedIn(listed, carriers)
  const areAll =
    mentioned.length > 0 ? failing.every((each) => mentioned.includes(each)) : listed.length >= failing.length
  expectThat(areAll, {
    expected: `${failing.join(' and ')} in failed_carriers`,
    actual: showField('failed_carriers', listed),
    answer,
  })
}
