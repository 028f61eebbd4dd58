import { setTimeout as pause } from 'node:timers/promises'
import type { WireRequest } from '../../../variations/wire.ts'

interface Overlap {
  readonly group: string
  /** Whether another request of its group was in progress at the same time. */
  met: boolean
  /** Whether it came while another was in progress. */
  readonly isLater: boolean
}

/** How long requests are delayed, in milliseconds, so that concurrent ones overlap. */
const slowMs = 25

/** Finds requests that overlap in time. */
export class Overlaps {
  readonly #open = new Map<WireRequest, Overlap>()

  enter(request: WireRequest, group: string): Overlap {
    const others = [...this.#open.values()].filter((each) => each.group === group)
    for (const other of others) other.met = true
    const overlap = { group, met: others.length > 0, isLater: others.length > 0 }
    this.#open.set(request, overlap)
    return overlap
  }

  /** Ends a request and resolves with how it overlapped; undefined if it was not entered. */
  async leave(request: WireRequest): Promise<Overlap | undefined> {
    const overlap = this.#open.get(request)
    if (overlap === undefined) return undefined
    await pause(slowMs)
    this.#open.delete(request)
    return overlap
  }
}
