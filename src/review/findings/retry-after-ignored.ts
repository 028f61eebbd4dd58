import { BoundedMap } from '../bounded-map.ts'
import type { Exchange } from '../exchange.ts'
import type { Finding, FindingWatcher, Report } from '../finding.ts'

/** The review accepts a request that is too early by at most this: timers can fire early, and clocks are rounded. */
const toleranceMs = 100

export const retryAfterIgnored: Finding = {
  id: 'RETRY-AFTER-IGNORED',
  severity: 'error',
  title: 'The client sent another request before the time in Retry-After had passed.',
  means:
    'The service responded with 429 and Retry-After. Before so many seconds had passed, the client sent another request to the same ' +
    'endpoint with the same key, on the same connection. A client with a connection for each request looks like ' +
    'many processes, so it is never reported. Requests that were under way when the 429 ' +
    'came do not count, and the wait is over once it has passed on the clock of the account or in real time, at the time in ' +
    'X-RateLimit-Reset, or when the control protocol changes the account.',
  advice: 'After a 429, wait for the seconds in Retry-After before any request to that endpoint.',
  why: 'The service refuses the client again, and its work fails, although a short wait would have been enough.',
  createWatcher: (report) => new RetryWatcher(report),
}

/** A response 429 with Retry-After. */
interface Refusal {
  readonly id: string
  readonly atMs: number
  readonly endMs: number
  readonly waitMs: number
  readonly connection: Exchange['connection']
}

class RetryWatcher implements FindingWatcher {
  readonly #report: Report
  /** The last 429 for each key and endpoint. */
  readonly #refusals = new BoundedMap<string, Refusal>()

  constructor(report: Report) {
    this.#report = report
  }

  get isIdle(): boolean {
    return this.#refusals.size === 0
  }

  observeSettingsChange(): void {
    this.#refusals.clear()
  }

  observeExchange(exchange: Exchange): void {
    const { key, operation } = exchange
    if (key === null || operation === undefined) return
    const limit = `${key.id} ${operation.name}`
    const refusal = this.#refusals.get(limit)
    if (refusal !== undefined && isSentTooEarly(refusal, exchange))
      this.#report.asReaction(refusal.id, exchange.id)
    const waitMs = exchange.status === 429 ? readWaitMs(exchange) : 0
    if (waitMs > 0 && !exchange.isLost) {
      const { id, atMs, endMs, connection } = exchange
      this.#refusals.set(limit, { id, atMs, endMs, waitMs, connection })
    } else if (refusal !== undefined && exchange.status !== 429) this.#refusals.delete(limit)
  }
}

/** Returns how long the client has to wait: until Retry-After has passed, or until the window resets if that is earlier. */
function readWaitMs(exchange: Exchange): number {
  const resetMs = Number(exchange.responseHeader('x-ratelimit-reset') ?? Number.POSITIVE_INFINITY) * 1000
  return Math.min(Number(exchange.responseHeader('retry-after')) * 1000, resetMs - exchange.atMs)
}

function isSentTooEarly(refusal: Refusal, exchange: Exchange): boolean {
  const { endMs, atMs, waitMs } = refusal
  const isOver =
    exchange.startMs - endMs >= waitMs - toleranceMs || exchange.atMs - atMs >= waitMs - toleranceMs
  return !isOver && exchange.atMs >= atMs && exchange.isReactionTo(refusal)
}
