import type { Answer } from '../../http/answer.ts'
import { expectThat } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import { showField, showValue } from '../../http/show.ts'
import type { RuleContext } from '../../rule-context.ts'
import { readRates, requestRates } from '../support/quotes.ts'

export type Environment = 'test' | 'live'

/** Requests rates while no carrier fails, and returns the carriers of the rates. */
export async function requestQuotedCarriers(
  t: RuleContext,
  key?: Environment,
): Promise<readonly [string, ...string[]]> {
  const quoted = await t.setup.rates(key === undefined ? {} : { key })
  const [first = '', ...others] = new Set(quoted.map(({ carrier }) => carrier))
  return [first, ...others]
}

/** Makes carriers fail, requests rates, ends the failure, and returns the response. */
export async function requestRatesDuringFault(
  t: RuleContext,
  failing: string | readonly string[],
  mode: string,
  key?: Environment,
): Promise<Answer> {
  for (const name of [failing].flat()) {
    await t.account.faults.add({ target: `carrier:${name}`, operation: 'rates', mode })
  }
  const answer = await requestRates(t, key)
  await t.account.faults.clear()
  return answer
}

/** Returns the carriers that have rates in a response. Throws RuleBroken if there are no rates. */
export const listQuotedCarriers = (answer: Answer): readonly string[] => [
  ...new Set(readRates(answer).map((rate) => rate.text('carrier'))),
]

/** Returns true if a carrier failed in a rates response: its rates are missing, or the response lists failed carriers. */
export const hasCarrierFailed = (failing: string, answer: Answer): boolean =>
  !listQuotedCarriers(answer).includes(failing) || readFailedCarriers(answer).length > 0

/** Ends the rule as skipped if a carrier works although the rule has made it fail. */
export function requireCarrierFailure(t: RuleContext, failing: string, answer: Answer): void {
  if (!hasCarrierFailed(failing, answer)) skipBecauseCarrierWorked(t, failing)
}

export const skipBecauseCarrierWorked = (t: RuleContext, carrier: string): never =>
  t.notJudged(`the control protocol accepted a fault that makes ${carrier} fail, but ${carrier} did not fail`)

export const describeQuotedCarriers = (carriers: readonly string[]): string =>
  carriers.length === 0 ? 'no rates' : `rates of ${carriers.join(', ')}`

/** Returns the entries of `failed_carriers` in a response; none if there is no list. */
export function readFailedCarriers({ json }: Answer): readonly unknown[] {
  const failed = isObject(json) ? json['failed_carriers'] : undefined
  return Array.isArray(failed) ? failed : []
}

/** Returns the entries of `failed_carriers`. Throws RuleBroken if there are no entries. */
export function expectFailedCarriers(answer: Answer): readonly unknown[] {
  const failed = readFailedCarriers(answer)
  expectThat(failed.length > 0, {
    expected: 'failed_carriers with the carrier that failed',
    actual: isObject(answer.json)
      ? showField('failed_carriers', answer.json['failed_carriers'])
      : `the body ${showValue(answer.text)}`,
    answer,
  })
  return failed
}

/** Returns the carriers whose names occur in an entry of `failed_carriers`, as a value or as the name of a field. */
export function findNamedCarriers(entry: unknown, carriers: readonly string[]): readonly string[] {
  const words = new Set(
    collectFieldValues(entry).flatMap(({ names, value }) => [...names, value].map(keepLettersAndDigits)),
  )
  return carriers.filter((carrier) => words.has(keepLettersAndDigits(carrier)))
}

/** Returns the values in the entries of `failed_carriers`, each with its path in the entry: `carrier: UPS`. */
export function collectFailedCarrierValues(failed: readonly unknown[]): ReadonlySet<string> {
  return new Set(failed.flatMap(collectFieldValues).map(({ names, value }) => `${names.join('.')}: ${value}`))
}

interface FieldValue {
  /** The names of the fields that lead to the value, outermost first. */
  readonly names: readonly string[]
  readonly value: string
}

function collectFieldValues(value: unknown): readonly FieldValue[] {
  if (Array.isArray(value)) return value.flatMap(collectFieldValues)
  if (!isObject(value)) return [{ names: [], value: String(value) }]
  return Object.entries(value).flatMap(([name, each]) =>
    collectFieldValues(each).map((inner) => ({ ...inner, names: [name, ...inner.names] })),
  )
}

/** Returns a name with only its letters and digits in lower case, because FedEx, FEDEX and fed-ex are the same carrier. */
function keepLettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Checks that failed_carriers lists each failing carrier: by name, or, if no name is recognised, by the number of entries. Throws RuleBroken. */
export function expectListedAsFailed(
  answer: Answer,
  failing: readonly string[],
  carriers: readonly string[],
): void {
  const listed = expectFailedCarriers(answer)
  const mentioned = findNamedCarriers(listed, carriers)
  const areAll =
    mentioned.length > 0 ? failing.every((each) => mentioned.includes(each)) : listed.length >= failing.length
  expectThat(areAll, {
    expected: `${failing.join(' and ')} in failed_carriers`,
    actual: showField('failed_carriers', listed),
    answer,
  })
}
