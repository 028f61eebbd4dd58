import type { Stop } from '../report/report.ts'

/** Whether a run goes on. The first reason to stop is the one that is told. */
export interface Stopping {
  /** Aborted once the run is to stop. */
  readonly signal: AbortSignal
  /** Null while it goes on. */
  reason(): Stop | null
  stop(reason: Stop): void
  /** Hears no longer of the user's own signal. */
  close(): void
}

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
/** So many are enough, whatever is still under way. */
const failuresAtMost = 24

/** What came of something that was sent. */
export interface SendResult {
  /** An answer came, whatever it says. */
  readonly worked: boolean
  /** A success: what was asked for is there. */
  readonly isGood?: boolean
  /** Nobody takes connections any more. */
  readonly isGone?: boolean
}

/** Hears that something is sent, to which `place`, and then what came of it. */
export type ReachabilityWatch = (place: string) => (sent: SendResult) => void

interface Watched {
  readonly what: string
  readonly sends: string
  /** Asks once more, where it has answered well before: of many requests three in a row may be lost by chance. */
  isThere?(): Promise<boolean>
}

/**
 * Where no answer comes several times in a row, the run stops (conformance, What the outcomes mean). What was under way
 * as the first of them failed may be answered yet: whatever is cut off comes back sooner than what is answered. A place
 * that has never answered well, while another has, says nothing of the target.
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
  const begin = (): void => {
    inARow = 0
    awaited.clear()
  }
  const stop = (): void => {
    const reason = `${what} could not be reached: ${failuresToStop} ${sends} in a row got no answer.`
    stopping.stop({ kind: 'unreachable', reason })
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
    return ({ worked, isGood = false, isGone = false }) => {
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
