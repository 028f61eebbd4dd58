import { setTimeout as pause } from 'node:timers/promises'
import type { WireRequest } from '../../../variations/wire.ts'

interface Overlap {
  readonly group: string
  /** True if another request of the group was in progress at the same time. */
  met: boolean
  /** True if the request came while another request of the group was in progress. */
  readonly isLater: boolean
}

/** How long responses are delayed, in milliseconds, so that concurrent requests overlap. */
const delayMs = 25

/** Finds concurrent requests of one group. A broken service chooses the groups, such as the purchases of one account. */
export class Overlaps {
  readonly #open = new Map<WireRequest, Overlap>()

  /** Records that a request of a group begins. Returns its overlap with others, which changes if another request comes. */
  startRequest(request: WireRequest, group: string): Overlap {
    const others = [...this.#open.values()].filter((each) => each.group === group)
    for (const other of others) other.met = true
    const overlap = { group, met: others.length > 0, isLater: others.length > 0 }
    this.#open.set(request, overlap)
    return overlap
  }

  /** Records that a request ends. Resolves with its overlap with others; undefined if `startRequest` was not called for it. */
  async endRequest(request: WireRequest): Promise<Overlap | undefined> {
    const overlap = this.#open.get(request)
    if (overlap === undefined) return undefined
    await pause(delayMs)
    this.#open.delete(request)
    return overlap
  }
}
