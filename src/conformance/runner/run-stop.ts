import type { Stop } from '../report/report.ts'

/** Stops a run. The first reason is the one that is reported. */
export interface Stopping {
  /** Aborted when the run stops. */
  readonly signal: AbortSignal
  /** Why the run stopped; null if it has not. */
  reason(): Stop | null
  stop(reason: Stop): void
  /** Stops listening to the signal of the options. */
  close(): void
}

/** Opens the stopping of a run, which also stops when the signal of its options is aborted. */
export function openStopping(user: AbortSignal | undefined): Stopping {
  const stopper = new AbortController()
  let stopped: Stop | null = null
  const stop = (reason: Stop): void => {
    stopped ??= reason
    stopper.abort()
  }
  const interrupt = (): void => stop({ kind: 'interrupted', reason: 'The run was interrupted.' })
  user?.addEventListener('abort', interrupt, { once: true })
  if (user?.aborted) interrupt()
  return {
    signal: stopper.signal,
    reason: () => stopped,
    stop,
    close: () => user?.removeEventListener('abort', interrupt),
  }
}

const failuresToStop = 3
/** After so many failures the run stops, even if earlier requests are still in progress. */
const failuresAtMost = 24

/** The outcome of a request or call. */
export interface SendResult {
  /** Whether an answer came. */
  readonly worked: boolean
  /** Whether it was a success. */
  readonly isGood?: boolean
  /** Whether the connection was refused. */
  readonly isGone?: boolean
  /** Why no answer came. */
  readonly lostFor?: string | null | undefined
}

/** Called as something is sent to an endpoint; the function it returns is called with the outcome. */
export type ReachabilityWatch = (place: string) => (sent: SendResult) => void

interface Watched {
  readonly what: string
  readonly sends: string
  /** Asks whether the target still answers, before the run stops: three lost requests in a row may be chance. */
  isThere?(): Promise<boolean>
}

/**
 * Stops the run if several requests in a row get no answer (conformance, What the outcomes mean). Requests that were in
 * progress when the first of them failed are waited for, as a failure is often seen sooner than an answer. An endpoint
 * that never succeeded does not count if another one did.
 */
export function watchReachability(
  stopping: Pick<Stopping, 'stop'>,
  { what, sends, isThere }: Watched,
): ReachabilityWatch {
  const good = new Set<string>()
  const underWay = new Set<object>()
  let awaited = new Set<object>()
  let inARow = 0
  let isGoneForGood = false
  let isAsking = false
  let lostFor = ''
  const begin = (): void => {
    inARow = 0
    awaited.clear()
  }
  const stop = (): void => {
    const reason = `${what} could not be reached: ${failuresToStop} ${sends} in a row got no answer.`
    // What else went wrong says nothing that helps.
    const advice = lostFor.includes('NODE_EXTRA_CA_CERTS') ? ` ${lostFor}` : ''
    stopping.stop({ kind: 'unreachable', reason: `${reason}${advice}` })
  }
  const look = (): void => {
    if (inARow < failuresToStop || (awaited.size > 0 && inARow < failuresAtMost)) return
    if (isThere === undefined || good.size === 0 || isGoneForGood) {
      stop()
      return
    }
    if (isAsking) return
    isAsking = true
    isThere().then((isAnswered) => {
      isAsking = false
      if (isAnswered) begin()
      else if (inARow >= failuresToStop) stop()
    }, stop)
  }
  return (place) => {
    const mark = {}
    underWay.add(mark)
    return ({ worked, isGood = false, isGone = false, lostFor: why }) => {
      if (!worked) lostFor = why ?? ''
      underWay.delete(mark)
      awaited.delete(mark)
      if (isGood) good.add(place)
      isGoneForGood = isGone
      if (worked) begin()
      else if (isGone || good.size === 0 || good.has(place)) {
        if (inARow === 0) awaited = new Set(underWay)
        inARow += 1
      }
      look()
    }
  }
}
