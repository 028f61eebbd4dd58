import { setTimeout as sleep } from 'node:timers/promises'

/** Work in progress, such as a request, that can be stopped. */
export interface Stoppable {
  stop(reason: Error): void
}

/** Stops requests that take too long in total. One timer watches all requests. */
export interface Deadline {
  startTimer(work: Stoppable): void
  stopTimer(work: Stoppable): void
  /** Stops all requests in progress. */
  stopAll(reason: Error): void
  close(): void
}

/** The error for a request that was stopped because it took too long. */
export class TooLate extends Error {}

/** The longest timer that Node supports, in milliseconds. Node runs the callback of a longer timer at once. */
const longestTimerMs = 2 ** 31 - 1

/** Creates a deadline that stops each request `timeoutMs` milliseconds after the request began. */
export function openDeadline(timeoutMs: number): Deadline {
  // The requests in the order in which they began. All have the same time limit, so the oldest is the first to be late.
  const begun = new Map<Stoppable, number>()
  let timer: NodeJS.Timeout | undefined
  const checkAfter = (waitMs: number): void => {
    timer = setTimeout(stopLate, Math.min(waitMs, longestTimerMs))
  }
  const stopLate = (): void => {
    timer = undefined
    for (const [work, beganAtMs] of begun) {
      const leftMs = beganAtMs + timeoutMs - performance.now()
      if (leftMs > 0) {
        checkAfter(leftMs)
        return
      }
      begun.delete(work)
      work.stop(new TooLate(`no complete response within ${timeoutMs} ms`))
    }
  }
  return {
    startTimer: (work) => {
      begun.set(work, performance.now())
      if (timer === undefined) checkAfter(timeoutMs)
    },
    stopTimer: (work) => {
      begun.delete(work)
    },
    stopAll: (reason) => {
      const stopped = [...begun.keys()]
      begun.clear()
      for (const work of stopped) work.stop(reason)
    },
    close: () => clearTimeout(timer),
  }
}

/** Waits in real time. Rejects as soon as the run is stopped. */
export async function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  for (let leftMs = waitMs; leftMs > 0; leftMs -= longestTimerMs) {
    await sleep(Math.min(leftMs, longestTimerMs), undefined, { signal })
  }
}
