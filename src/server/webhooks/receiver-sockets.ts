import type { LookupFunction } from 'node:net'
import { createOriginPool, isPoolInUse, type OriginPool } from './origin-pool.ts'
import { ReceiverConnection } from './receiver-connection.ts'

/**
 * Gives callers connections to webhook receivers, and opens at most `maxSockets` connections.
 *
 * Origins get connections in turn. An origin gets a further connection only while it uses fewer connections than are
 * free. A single origin thus uses up to half of the connections; if n origins are busy, each uses up to one part in
 * n + 1. With 32 sockets, six receivers that never respond leave room for a seventh. With more such receivers, the next
 * receiver waits until an attempt times out. If an origin without a connection needs one, an idle connection of another
 * origin is closed.
 */
export class ReceiverSockets {
  readonly #maxSockets: number
  readonly #lookup: LookupFunction | undefined
  readonly #idleMs: number
  /** The pools by origin. The origin that has waited longest for its turn is first. */
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

  /** Resolves with a connection that only the caller uses until `release`; with undefined once `close` was called. */
  async take(origin: string): Promise<ReceiverConnection | undefined> {
    if (this.#closed) return undefined
    return new Promise((resolve) => {
      this.#findOrCreatePool(origin).waiting.add(resolve)
      this.#serveWaitingOrigins()
    })
  }

  /** Takes a connection back from its caller. Keeps the connection for reuse if possible, else closes it. */
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

  /** Closes all connections; waiting callers get undefined. Resolves once no socket is left. */
  async close(): Promise<void> {
    this.#closed = true
    for (const pool of this.#pools.values()) {
      for (let give = pool.waiting.takeFirst(); give !== undefined; give = pool.waiting.takeFirst())
        give(undefined)
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
    // `#serveWaitingCaller` moves the origin that gets a connection to the end of the map, where this loop visits it
    // again.
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

  /** Closes a connection. Once its socket is closed, calls `onClosed` and gives its place to a waiting origin. */
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
    if (pool !== undefined && !isPoolInUse(pool) && pool.idle.length === 0) this.#pools.delete(origin)
  }
}
