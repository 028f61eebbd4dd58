import { setTimeout as sleep } from 'node:timers/promises'

/** Node fires timers longer than this at once. */
const longestTimerMs = 2 ** 31 - 1

/** Waits in real time. Rejects as soon as the run is stopped. */
export async function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  for (let leftMs = waitMs; leftMs > 0; leftMs -= longestTimerMs) {
    await sleep(Math.min(leftMs, longestTimerMs), undefined, { signal })
  }
}
