import { showValue } from '../http/show.ts'

/** A response that says nothing about the service itself. */
interface BlockingResponse {
  readonly status: number
  /** The body as text, where it is known. */
  readonly text?: string
  readonly retryAfter?: string | undefined
}

const away = new Set([502, 503, 504])
const demanding = new Set([401, 403, 407, 511])

/** Says why a target that gives this response to everything cannot be judged, and what to do; undefined if it can be judged. */
export function describeAccessTrouble({
  status,
  text = '',
  retryAfter,
}: BlockingResponse): string | undefined {
  if (away.has(status)) {
    const when = retryAfter === undefined ? '' : ` (Retry-After: ${retryAfter.slice(0, 40)})`
    return `The target answers ${status} to everything, as in maintenance${when}: run again once it is back.`
  }
  if (!demanding.has(status)) return undefined
  const said = text.trim().slice(0, 100)
  return `Something before the service answers ${status} to everything${said === '' ? '' : `: ${showValue(said)}`}. If it demands a header, give it with --header 'Name: value'.`
}
