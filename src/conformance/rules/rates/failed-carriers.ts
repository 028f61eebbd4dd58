import type { Answer } from '../../wire/answer.ts'
import { expectThat } from '../../wire/expect.ts'
import { isObject } from '../../wire/fields.ts'
import { show, showField } from '../../wire/show.ts'

/** What an answer lists as failed; nothing where it lists nothing. */
export function failedCarriersIn({ json }: Answer): readonly unknown[] {
  const failed = isObject(json) ? json['failed_carriers'] : undefined
  return Array.isArray(failed) ? failed : []
}

/** What an answer lists as failed, of which there must be something. */
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

/** Which of these carriers an entry of failed_carriers names, by a value or a field that is the name and no more. */
export function carriersNamedIn(entry: unknown, carriers: readonly string[]): readonly string[] {
  const words = new Set(statementsOf(entry).flatMap(({ names, value }) => [...names, value].map(bare)))
  return carriers.filter((carrier) => words.has(bare(carrier)))
}

/** All that a list says, each as where it stands and what it is; places in the list say nothing. */
export function saidIn(failed: readonly unknown[]): ReadonlySet<string> {
  return new Set(failed.flatMap(statementsOf).map(({ names, value }) => `${names.join('.')}: ${value}`))
}

interface Statement {
  /** The fields that lead to it, from the outside in. */
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

/** FedEx, FEDEX and fed-ex are one carrier. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
