import type { ActiveRule, RequestCounts } from '../rule.ts'
import { requestsForShared } from '../setup/shared-resources.ts'

type Counts = Readonly<Record<string, number>>

/** The sums of several counts, by operation. */
export function sumRequests(all: readonly RequestCounts[]): Counts {
  const sums: Record<string, number> = {}
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
  }
  return sums
}

/** The most requests that rules send, by operation. In accounts of their own, each makes all it needs; in a shared one, shared resources are made once. */
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
