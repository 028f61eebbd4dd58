import type { LookupFunction } from 'node:net'
import { ReceiverConnection } from './receiver-connection.ts'
import { createLane, isActive, type Lane } from './receiver-lane.ts'

/**
 * Hands out connections to receivers, never more than `maxSockets` in all.
 *
 * Fairness: origins are served in turn, and none gets more connections to work with than are left free, so one alone
 * has half of them and, in the long run, n origins have one part in n + 1 each. Receivers that hang thus leave room
 * for the next that comes, six deep at 32 sockets; beyond, it waits until the first of them runs out of time.
 * What is idle gives way to an origin that has nothing.
 */
export class ReceiverSockets {
  readonly #maxSockets: number
  readonly #lookup: LookupFunction | undefined
  /** In the order in which they were last served. */
  readonly #lanes = new Map<string, Lane>()
  /** All that are at work, idle or closing. */
  readonly #connections = new Set<ReceiverConnection>()
  #idleCount = 0
  #atWork = 0
  #closed = false

  constructor(options: { readonly maxSockets: number; readonly lookup: LookupFunction | undefined }) {
    this.#maxSockets = options.maxSockets
    this.#lookup = options.lookup
  }

  /** A connection for the caller alone until `release`; undefined once the sockets are closed. */
  async take(origin: string): Promise<ReceiverConnection | undefined> {
    if (this.#closed) return undefined
    return new Promise((resolve) => {
      this.#lane(origin).waiting.join(resolve)
      this.#serve()
    })
  }

  /** Gives a connection back: for the next attempt if it is fit, else to be closed. */
  release(connection: ReceiverConnection, fit: boolean): void {
    const lane = this.#lane(connection.origin)
    const leave = () => {
      lane.atWork -= 1
      this.#atWork -= 1
    }
    if (!fit || !connection.isOpen || this.#closed) {
      this.#retire(connection, leave)
      return
    }
    leave()
    lane.idle.push(connection)
    this.#idleCount += 1
    this.#serve()
  }

  /** Cuts all connections, turns away who waits, and resolves once no socket is left. */
  async close(): Promise<void> {
    this.#closed = true
    for (const lane of this.#lanes.values()) {
      for (let turn = lane.waiting.next(); turn !== undefined; turn = lane.waiting.next()) turn(undefined)
    }
    await Promise.all([...this.#connections].map((connection) => connection.destroy()))
  }

  #lane(origin: string): Lane {
    const known = this.#lanes.get(origin)
    if (known !== undefined) return known
    const lane = createLane(origin)
    this.#lanes.set(origin, lane)
    return lane
  }

  #serve(): void {
    // Whoever is served moves to the end of the row, where this loop comes by once more: a round robin.
    for (const lane of this.#lanes.values()) {
      if (this.#connections.size - this.#idleCount >= this.#maxSockets) return
      if (lane.waiting.length > 0 && lane.atWork < this.#maxSockets - this.#atWork) this.#serveOne(lane)
    }
  }

  #serveOne(lane: Lane): void {
    const connection = this.#wake(lane) ?? this.#open(lane.origin)
    if (connection === undefined) return
    lane.atWork += 1
    this.#atWork += 1
    this.#lanes.delete(lane.origin)
    this.#lanes.set(lane.origin, lane)
    lane.waiting.next()?.(connection)
  }

  #open(origin: string): ReceiverConnection | undefined {
    if (this.#connections.size >= this.#maxSockets) {
      this.#closeLongestIdle()
      return undefined
    }
    const lost = (connection: ReceiverConnection) => this.#forgetIfIdle(connection)
    const connection = new ReceiverConnection({ origin, lookup: this.#lookup, lost })
    this.#connections.add(connection)
    return connection
  }

  #wake(lane: Lane): ReceiverConnection | undefined {
    const connection = lane.idle.pop()
    if (connection !== undefined) this.#idleCount -= 1
    return connection
  }

  #closeLongestIdle(): void {
    for (const lane of this.#lanes.values()) {
      const connection = lane.idle[0]
      if (connection === undefined) continue
      this.#forgetIfIdle(connection)
      return
    }
  }

  #forgetIfIdle(connection: ReceiverConnection): void {
    const lane = this.#lanes.get(connection.origin)
    const at = lane?.idle.indexOf(connection) ?? -1
    if (lane === undefined || at === -1) return
    lane.idle.splice(at, 1)
    this.#idleCount -= 1
    this.#retire(connection, () => {})
  }

  /** Closes the connection; its place is free, and `gone` is called, once its socket is closed. */
  #retire(connection: ReceiverConnection, gone: () => void): void {
    const free = () => {
      this.#connections.delete(connection)
      gone()
      this.#serve()
      this.#forgetIfUnused(connection.origin)
    }
    connection.destroy().then(free, free)
  }

  #forgetIfUnused(origin: string): void {
    const lane = this.#lanes.get(origin)
    if (lane !== undefined && !isActive(lane) && lane.idle.length === 0) this.#lanes.delete(origin)
  }
}
