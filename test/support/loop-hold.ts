import { openSync, readSync } from 'node:fs'

const turnMs = 2

/** How long the event loop of this process is held. */
export interface LoopHold {
  /** The longest between two turns of the loop's timers since the last time this was asked, in milliseconds. */
  longestMs(): number
}

/**
 * Watches the loop by a timer of its own: Node's monitor misses what holds the loop before its first turn after a reset,
 * just what was sent to be measured. Counted is what the loop's own thread did, worked or waited for a call to the system;
 * while the machine gave its processor to others, nothing held the loop.
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

/** Tells at each call for how much of the time since the last one this thread could go on. */
function heldMeter(): () => number {
  const spared = sparedMeter()
  let before = performance.now()
  let sparedBefore = spared()
  return () => {
    const now = performance.now()
    const sparedNow = spared()
    const heldMs = now - before - (sparedNow - sparedBefore)
    before = now
    sparedBefore = sparedNow
    return Math.max(0, heldMs)
  }
}

/** Milliseconds this thread has stood ready while others had the processor; as far as the system tells. */
function sparedMeter(): () => number {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r')
    const bytes = Buffer.alloc(100)
    return () => {
      const [, waitedNs] = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)).split(' ')
      return Number(waitedNs) / 1e6
    }
  } catch {
    return () => 0
  }
}
