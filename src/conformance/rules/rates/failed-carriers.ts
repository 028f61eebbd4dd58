import type { Answer } from '../../http/answer.ts'
import { expectThat } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import { show, showField } from '../../http/show.ts'

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
      : `the body ${show(answer.text)}`,
    answer,
  })
  return failed
}

/** The carriers that an entry of `failed_carriers` names, by a value or a field that is just the name. */
export function carriersNamedIn(entry: unknown, carriers: readonly string[]): readonly string[] {
  const words = new Set(statementsOf(entry).flatMap(({ names, value }) => [...names, value].map(bare)))
  return carriers.filter((carrier) => words.has(bare(carrier)))
}

/** All values of a list with their places, without positions in the list. */
export function saidIn(failed: readonly unknown[]): ReadonlySet<string> {
  return new Set(failed.flatMap(statementsOf).map(({ names, value }) => `${names.join('.')}: ${value}`))
}

interface Statement {
  /** The names of the fields that lead to the value, from the outside in. */
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

/** A name by its lower-case letters and digits alone, as FedEx, FEDEX and fed-ex are the same carrier. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
