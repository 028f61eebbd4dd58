import { setTimeout as sleep } from 'node:timers/promises'

/** Something in progress that can be stopped from outside. */
export interface Stoppable {
  stop(reason: Error): void
}

/** Stops requests that take too long from begin to end. One timer watches all of them. */
export interface Deadline {
  begin(thing: Stoppable): void
  end(thing: Stoppable): void
  /** Stops everything in progress. */
  stopAll(reason: Error): void
  close(): void
}

/** The reason for stopping a request that took too long. */
export class TooLate extends Error {}

/** Node fires timers longer than this at once. */
const longestTimerMs = 2 ** 31 - 1

/** Opens a deadline of `timeoutMs` for each thing that begins. */
export function openDeadline(timeoutMs: number): Deadline {
  // In the order in which they began. The time limit is the same for all, so the first one is late first.
  const begun = new Map<Stoppable, number>()
  let timer: NodeJS.Timeout | undefined
  const checkAfter = (waitMs: number): void => {
    timer = setTimeout(stopLate, Math.min(waitMs, longestTimerMs))
  }
  const stopLate = (): void => {
    timer = undefined
    for (const [thing, beganAtMs] of begun) {
      const leftMs = beganAtMs + timeoutMs - performance.now()
      if (leftMs > 0) {
        checkAfter(leftMs)
        return
      }
      begun.delete(thing)
      thing.stop(new TooLate(`no complete answer within ${timeoutMs} ms`))
    }
  }
  return {
    begin: (thing) => {
      begun.set(thing, performance.now())
      if (timer === undefined) checkAfter(timeoutMs)
    },
    end: (thing) => {
      begun.delete(thing)
    },
    stopAll: (reason) => {
      const stopped = [...begun.keys()]
      begun.clear()
      for (const thing of stopped) thing.stop(reason)
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
