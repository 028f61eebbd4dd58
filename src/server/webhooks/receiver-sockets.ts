import type { LookupFunction } from 'node:net'
import { createOriginPool, isActive, type OriginPool } from './origin-pool.ts'
import { ReceiverConnection } from './receiver-connection.ts'

/**
 * Gives callers connections to webhook receivers, never more than `maxSockets` in all.
 *
 * Origins are served one after the other, and none may use more connections than are left free. So a single origin gets
 * half of the connections, and each of n origins gets one part in n + 1 in the long run. With 32 sockets, six receivers
 * that never respond still leave room for a seventh; if there are more of them, the next receiver waits until an
 * attempt times out. An idle connection is closed if an origin without a connection needs one.
 */
export class ReceiverSockets {
  readonly #maxSockets: number
  readonly #lookup: LookupFunction | undefined
  readonly #idleMs: number
  /** The origins in the order in which they were last served. */
  readonly #pools = new Map<string, OriginPool>()
  /** All connections: busy, idle or closing. */
  readonly #connections = new Set<ReceiverConnection>()
  #idleCount = 0
  #busy = 0
  #closed = false

  constructor(options: {
    readonly maxSockets: number
    readonly lookup: LookupFunction | undefined
    readonly idleMs: number
  }) {
    this.#maxSockets = options.maxSockets
    this.#lookup = options.lookup
    this.#idleMs = options.idleMs
  }

  /** Resolves to a connection that only this caller uses until `release`; to undefined once the sockets are closed. */
  async take(origin: string): Promise<ReceiverConnection | undefined> {
    if (this.#closed) return undefined
    return new Promise((resolve) => {
      this.#findOrCreatePool(origin).waiting.add(resolve)
      this.#serveWaitingOrigins()
    })
  }

  /** Takes a connection back from its caller: keeps it for reuse if possible, else closes it. */
  release(connection: ReceiverConnection, isReusable: boolean): void {
    const pool = this.#findOrCreatePool(connection.origin)
    const countAsReleased = () => {
      pool.busy -= 1
      this.#busy -= 1
    }
    if (!isReusable || !connection.isOpen || this.#closed) {
      this.#closeConnection(connection, countAsReleased)
      return
    }
    countAsReleased()
    pool.idle.push(connection)
    this.#idleCount += 1
    this.#serveWaitingOrigins()
  }

  /** Closes all connections and gives waiting callers none; resolves once no socket is left. */
  async close(): Promise<void> {
    this.#closed = true
    for (const pool of this.#pools.values()) {
      for (let turn = pool.waiting.takeFirst(); turn !== undefined; turn = pool.waiting.takeFirst())
        turn(undefined)
    }
    await Promise.all([...this.#connections].map((connection) => connection.destroy()))
  }

  #findOrCreatePool(origin: string): OriginPool {
    const known = this.#pools.get(origin)
    if (known !== undefined) return known
    const pool = createOriginPool(origin)
    this.#pools.set(origin, pool)
    return pool
  }

  #serveWaitingOrigins(): void {
    // `#serveWaitingCaller` moves the served origin to the end, where this loop visits it again: round robin.
    for (const pool of this.#pools.values()) {
      if (this.#connections.size - this.#idleCount >= this.#maxSockets) return
      if (pool.waiting.length > 0 && pool.busy < this.#maxSockets - this.#busy) this.#serveWaitingCaller(pool)
    }
  }

  #serveWaitingCaller(pool: OriginPool): void {
    const connection = this.#takeIdleConnection(pool) ?? this.#openConnection(pool.origin)
    if (connection === undefined) return
    pool.busy += 1
    this.#busy += 1
    this.#pools.delete(pool.origin)
    this.#pools.set(pool.origin, pool)
    pool.waiting.takeFirst()?.(connection)
  }

  #openConnection(origin: string): ReceiverConnection | undefined {
    if (this.#connections.size >= this.#maxSockets) {
      this.#closeLongestIdle()
      return undefined
    }
    const onLost = (connection: ReceiverConnection) => this.#closeIfIdle(connection)
    const connection = new ReceiverConnection({ origin, lookup: this.#lookup, idleMs: this.#idleMs, onLost })
    this.#connections.add(connection)
    return connection
  }

  #takeIdleConnection(pool: OriginPool): ReceiverConnection | undefined {
    const connection = pool.idle.pop()
    if (connection !== undefined) this.#idleCount -= 1
    return connection
  }

  #closeLongestIdle(): void {
    for (const pool of this.#pools.values()) {
      const connection = pool.idle[0]
      if (connection === undefined) continue
      this.#closeIfIdle(connection)
      return
    }
  }

  #closeIfIdle(connection: ReceiverConnection): void {
    const pool = this.#pools.get(connection.origin)
    const at = pool?.idle.indexOf(connection) ?? -1
    if (pool === undefined || at === -1) return
    pool.idle.splice(at, 1)
    this.#idleCount -= 1
    this.#closeConnection(connection, () => {})
  }

  /** Closes a connection. Once its socket is closed, calls `onClosed` and gives the free place to a waiting origin. */
  #closeConnection(connection: ReceiverConnection, onClosed: () => void): void {
    const forgetConnection = () => {
      this.#connections.delete(connection)
      onClosed()
      this.#serveWaitingOrigins()
      this.#forgetUnusedPool(connection.origin)
    }
    connection.destroy().then(forgetConnection, forgetConnection)
  }

  #forgetUnusedPool(origin: string): void {
    const pool = this.#pools.get(origin)
    if (pool !== undefined && !isActive(pool) && pool.idle.length === 0) this.#pools.delete(origin)
  }
}
