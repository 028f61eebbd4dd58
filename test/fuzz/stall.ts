import type { Finding } from './judge.ts'
import type { FuzzLane } from './lane.ts'
import type { FuzzRequest } from './request.ts'
import type { Target } from './target.ts'

/** No request holds the event loop, and so all others, for longer. */
export const longestStallMs = 100

/** A request that held the loop, and for how long. */
export interface Stall {
  readonly finding: Finding
  readonly request: FuzzRequest
}

/**
 * The loop was held for long, which may be this machine's doing: the slowest requests since the last look are sent once
 * more, each alone and several times, and the least that one of them holds the loop is what counts.
 */
export async function findStall(target: Target, lane: FuzzLane): Promise<Stall | undefined> {
  for (const request of lane.heaviest()) {
    let leastMs = Number.POSITIVE_INFINITY
    for (let times = 0; times < 4 && leastMs > longestStallMs; times += 1) {
      await target.pace()
      await lane.try(request)
      leastMs = Math.min(leastMs, (await target.pace()).longestDelayMs)
    }
    if (leastMs > longestStallMs)
      return {
        finding: { kind: 'stall', what: `it holds the event loop for ${Math.round(leastMs)} ms` },
        request,
      }
  }
  return undefined
}
