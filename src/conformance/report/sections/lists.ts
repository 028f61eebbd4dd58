import type { EndpointCounts, RuleResult } from '../report.ts'
import { headlineOf } from './groups.ts'

/** The longest list that is shown. */
const mostAlike = 10

/** The first ten items, and the number of the others. */
export function collapse<Item>(items: readonly Item[]): {
  readonly shown: readonly Item[]
  readonly rest: readonly Item[]
} {
  return { shown: items.slice(0, mostAlike), rest: items.slice(mostAlike) }
}

/** All but the first rule of a group: up to ten with findings of their own, and those that could not be judged. */
export function othersOf([, ...others]: readonly RuleResult[]) {
  return {
    ...collapse(others.filter(({ status }) => status === 'failed')),
    errored: others.filter(({ status }) => status === 'errored'),
    skipped: others.filter(({ status }) => status === 'skipped'),
  }
}

const columns = ['passed', 'failed', 'errored', 'skipped'] as const

/** The rows of the table of endpoints, its heads first. A count of zero is left empty. */
export function tableRows(
  endpoints: readonly EndpointCounts[],
): readonly [readonly string[], ...(readonly string[])[]] {
  return [
    ['endpoint', ...columns],
    ...endpoints.map((counts) => [
      counts.endpoint ?? 'all, or none alone',
      ...columns.map((column) => (counts[column] === 0 ? '' : String(counts[column]))),
    ]),
  ]
}

/** The line of a failed rule after another of the same cause: what it states, and what was expected, if that differs. */
export function sameCauseLine(result: RuleResult, chief: RuleResult): string {
  const { id, expected } = result
  return `${id}  ${headlineOf(result)}${expected === chief.expected ? '' : ` Expected ${expected}.`}`
}
