import { openSync, readSync } from 'node:fs'

const turnMs = 2

/** Measures how long the event loop of this process is blocked. */
export interface LoopHold {
  /** Returns the longest time between two turns of the loop's timers since the last call, in milliseconds. */
  longestMs(): number
}

/**
 * Watches the event loop by its own timer, because Node's monitor misses a block before the first turn after a reset.
 * Only the processor time of the loop's thread counts, so a busy machine does not lengthen it.
 */
export function watchLoop(): LoopHold {
  const heldSince = createHoldMeter()
  let longestMs = 0
  const measureTurn = (): void => {
    longestMs = Math.max(longestMs, heldSince())
  }
  setInterval(measureTurn, turnMs).unref()
  return {
    longestMs: () => {
      measureTurn()
      const told = longestMs
      longestMs = 0
      return told
    },
  }
}

/** Returns at each call how long this thread has worked since the last call. */
function createHoldMeter(): () => number {
  const worked = createWorkMeter()
  let before = worked()
  return () => {
    const now = worked()
    const heldMs = now - before
    before = now
    return heldMs
  }
}

/** Returns the processor time of this thread in milliseconds; the real time if the system does not report it. */
function createWorkMeter(): () => number {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r')
    const bytes = Buffer.alloc(100)
    return () => {
      const [workedNs] = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)).split(' ')
      return Number(workedNs) / 1e6
    }
  } catch {
    return () => performance.now()
  }
}
