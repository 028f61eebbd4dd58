import { showValue } from '../http/show.ts'

/** A response that may come from a gateway or from a service in maintenance. */
interface BlockingResponse {
  readonly status: number
  /** The body as text, if it is known. */
  readonly text?: string
  readonly retryAfter?: string | undefined
}

const away = new Set([502, 503, 504])
const demanding = new Set([401, 403, 407, 511])

/** For a target that gives every request this response, returns why it cannot be tested and what to do; undefined if it can be tested. */
export function describeAccessProblem({
  status,
  text = '',
  retryAfter,
}: BlockingResponse): string | undefined {
  if (away.has(status)) {
    const when = retryAfter === undefined ? '' : ` (Retry-After: ${retryAfter.slice(0, 40)})`
    return `The target responds ${status} to every request, as in maintenance${when}: run again once it is back.`
  }
  if (!demanding.has(status)) return undefined
  const said = text.trim().slice(0, 100)
  return `A gateway before the service responds ${status} to every request${said === '' ? '' : `: ${showValue(said)}`}. If it demands a header, give it with --header 'Name: value'.`
}
