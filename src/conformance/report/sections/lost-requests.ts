import { plural } from '../../plural.ts'
import type { Report } from '../report.ts'

/** The most endpoints that are shown. */
const shownPlaces = 6

/** How many requests got no answer, by endpoint, in words; null if all got one. */
export function lostRequests({
  lost_requests,
}: Report): { readonly title: string; readonly places: readonly string[] } | null {
  if (lost_requests.length === 0) return null
  const total = lost_requests.reduce((sum, { count }) => sum + count, 0)
  const hidden = lost_requests.slice(shownPlaces).reduce((sum, { count }) => sum + count, 0)
  return {
    title: `${plural(total, 'request')} got no answer. What could be asked again was; a rule that needs one that never came is errored.`,
    places: [
      ...lost_requests
        .slice(0, shownPlaces)
        .map(({ place, got, count, of }) => `${count} of ${of} to ${place}: ${got}`),
      ...(hidden === 0 ? [] : [`${hidden} elsewhere; the JSON report has them all`]),
    ],
  }
}
