import { setTimeout as pause } from 'node:timers/promises'
import type { WireRequest } from './wire.ts'

interface Overlap {
  readonly group: string
  /** Another of its group was under way at the same time. */
  met: boolean
  /** It came while another was under way. */
  readonly isLater: boolean
}

/** As long as a service takes that is slow enough for requests to meet. */
const slowMs = 25

/** Requests that are under way at the same time. */
export class Overlaps {
  readonly #open = new Map<WireRequest, Overlap>()

  enter(request: WireRequest, group: string): Overlap {
    const others = [...this.#open.values()].filter((each) => each.group === group)
    for (const other of others) other.met = true
    const overlap = { group, met: others.length > 0, isLater: others.length > 0 }
    this.#open.set(request, overlap)
    return overlap
  }

  /** What became of a request that was entered; undefined for one that was not. */
  async leave(request: WireRequest): Promise<Overlap | undefined> {
    const overlap = this.#open.get(request)
    if (overlap === undefined) return undefined
    await pause(slowMs)
    this.#open.delete(request)
    return overlap
  }
}
