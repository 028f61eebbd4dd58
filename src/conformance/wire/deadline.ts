/** Something under way that can be ended from outside. */
export interface Stoppable {
  stop(reason: Error): void
}

/** How long each of many things may take, from its begin to its end. One timer watches all of them. */
export interface Deadline {
  begin(thing: Stoppable): void
  end(thing: Stoppable): void
  /** Stops everything under way. */
  stopAll(reason: Error): void
  close(): void
}

/** What took longer than it may. */
export class TooLate extends Error {}

/** Longer timers than this fire at once. */
const longestTimerMs = 2 ** 31 - 1

export function openDeadline(
  timeoutMs: number,
  { nowMs = () => performance.now() }: { readonly nowMs?: () => number } = {},
): Deadline {
  // All have the same time, so whatever began first is late first.
  const begun = new Map<Stoppable, number>()
  let timer: NodeJS.Timeout | undefined
  const lookAfter = (waitMs: number): void => {
    timer = setTimeout(look, Math.min(waitMs, longestTimerMs))
  }
  const look = (): void => {
    timer = undefined
    for (const [thing, beganAtMs] of begun) {
      const leftMs = beganAtMs + timeoutMs - nowMs()
      if (leftMs > 0) {
        lookAfter(leftMs)
        return
      }
      begun.delete(thing)
      thing.stop(new TooLate(`no complete answer within ${timeoutMs} ms`))
    }
  }
  return {
    begin: (thing) => {
      begun.set(thing, nowMs())
      if (timer === undefined) lookAfter(timeoutMs)
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
