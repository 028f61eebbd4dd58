import { showValue } from '../http/show.ts'

/** A response that may come from a gateway or from a service in maintenance. */
interface BlockingResponse {
  readonly status: number
  /** The body as text, if it is known. */
  readonly text?: string
  readonly retryAfter?: string | undefined
}

const maintenanceStatuses = new Set([502, 503, 504])
const gatewayStatuses = new Set([401, 403, 407, 511])

/** For a target that gives every request this response, returns why it cannot be tested and what to do; undefined if it can be tested. */
export function describeAccessProblem({
  status,
  text = '',
  retryAfter,
}: BlockingResponse): string | undefined {
  if (maintenanceStatuses.has(status)) {
    const when = retryAfter === undefined ? '' : ` (Retry-After: ${retryAfter.slice(0, 40)})`
    return `The target responds ${status} to every request, as in maintenance${when}: run again once it is back.`
  }
  if (!gatewayStatuses.has(status)) return undefined
  const shown = text.trim().slice(0, 100)
  return `A gateway before the service responds ${status} to every request${shown === '' ? '' : `: ${showValue(shown)}`}. If it demands a header, give it with --header 'Name: value'.`
}
