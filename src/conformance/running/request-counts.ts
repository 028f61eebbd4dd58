import type { ActiveRule, RequestCounts } from '../rule.ts'
import { requestsForShared } from '../shared-resources.ts'

type Counts = Readonly<Record<string, number>>

/** At most so many requests to each operation in all. */
export function sumRequests(all: readonly RequestCounts[]): Counts {
  const sums: Record<string, number> = {}
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
  }
  return sums
}

/** What rules send: each for itself in an account of its own; where they share one, what all of them need is made once. */
export function requestsOf(rules: readonly ActiveRule[], { own }: { readonly own: boolean }): Counts {
  const direct = rules.map(({ requests }) => requests)
  if (own) {
    return sumRequests([
      ...direct,
      ...rules.flatMap(({ requestsOfOwn = {}, requestsOnce = {} }) => [requestsOfOwn, requestsOnce]),
    ])
  }
  return sumRequests([
    ...direct,
    rules.some(({ requestsOnce }) => requestsOnce !== undefined) ? requestsForShared : {},
  ])
}
