import type { FuzzFinding } from './check-response.ts'
import type { FuzzLane } from './lane.ts'
import type { FuzzRequest } from './request.ts'
import type { Target } from './target.ts'

/** The longest time that a request may block the event loop, in milliseconds. */
export const maxHoldMs = 100

/** A request that blocked the event loop, and for how long. */
export interface RequestHold {
  readonly finding: FuzzFinding
  readonly request: FuzzRequest
}

/**
 * Finds the request that blocked the event loop. The slowest requests are sent again, each alone and several times. The
 * shortest time of each counts, as the machine may cause longer ones.
 */
export async function findBlockingRequest(target: Target, lane: FuzzLane): Promise<RequestHold | undefined> {
  for (const request of lane.listSlowRequests()) {
    let leastMs = Number.POSITIVE_INFINITY
    for (let times = 0; times < 4 && leastMs > maxHoldMs; times += 1) {
      await target.pace()
      await lane.sendAgain(request)
      leastMs = Math.min(leastMs, (await target.pace()).longestDelayMs)
    }
    if (leastMs > maxHoldMs)
      return {
        finding: { kind: 'stall', what: `it blocks the event loop for ${Math.round(leastMs)} ms` },
        request,
      }
  }
  return undefined
}
