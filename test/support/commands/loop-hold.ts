import { openSync, readSync } from 'node:fs'

const turnMs = 2

/** How long the event loop of this process is held. */
export interface LoopHold {
  /** The longest between two turns of the loop's timers since the last time this was asked, in milliseconds. */
  longestMs(): number
}

/**
 * Watches the loop by a timer of its own: Node's monitor misses what holds the loop before its first turn after a reset,
 * just what was sent to be measured. Only the processor time of the loop's own thread counts, so that a busy machine makes
 * nothing longer: neither while others have the processor, nor while the thread waits for the collector's other threads.
 */
export function watchLoop(): LoopHold {
  const heldSince = heldMeter()
  let longestMs = 0
  const turn = (): void => {
    longestMs = Math.max(longestMs, heldSince())
  }
  setInterval(turn, turnMs).unref()
  return {
    longestMs: () => {
      turn()
      const told = longestMs
      longestMs = 0
      return told
    },
  }
}

/** Tells at each call how long this thread has worked since the last one. */
function heldMeter(): () => number {
  const worked = workMeter()
  let before = worked()
  return () => {
    const now = worked()
    const heldMs = now - before
    before = now
    return heldMs
  }
}

/** Milliseconds of processor time that this thread has had; the time that has passed where the system does not tell. */
function workMeter(): () => number {
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
