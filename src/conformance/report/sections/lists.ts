import type { EndpointCounts, RuleResult } from '../report.ts'

/** More than these are read by nobody. */
const mostAlike = 10

/** The first ten, and what is left of more. */
export function collapse<Item>(items: readonly Item[]): {
  readonly shown: readonly Item[]
  readonly rest: readonly Item[]
} {
  return { shown: items.slice(0, mostAlike), rest: items.slice(mostAlike) }
}

/** The others of a group: those with a finding of their own, ten of them at most, and those that could not be judged. */
export function othersOf([, ...others]: readonly RuleResult[]) {
  return {
    ...collapse(others.filter(({ status }) => status === 'failed')),
    errored: others.filter(({ status }) => status === 'errored'),
    skipped: others.filter(({ status }) => status === 'skipped'),
  }
}

const columns = ['passed', 'failed', 'errored', 'skipped'] as const

/** The table of endpoints, its heads first; what is none is empty. */
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

/** A failed rule beside another of the same cause: what it states, and what was expected where that is something else. */
export function sameCauseLine({ id, title, expected }: RuleResult, chief: RuleResult): string {
  return `${id}  ${title}${expected === chief.expected ? '' : ` Expected ${expected}.`}`
}
