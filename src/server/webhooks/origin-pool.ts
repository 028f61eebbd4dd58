import { Queue } from '../queue.ts'
import type { ReceiverConnection } from './receiver-connection.ts'

/** Called with the connection that a waiting caller gets; with undefined if the sockets are closed. */
type GiveConnection = (connection: ReceiverConnection | undefined) => void

/**
 * The connections to one origin. `waiting` are the callers that wait for a connection, `busy` is the number of
 * connections in use, and `idle` are unused connections, longest idle first.
 */
export interface OriginPool {
  readonly origin: string
  readonly waiting: Queue<GiveConnection>
  readonly idle: ReceiverConnection[]
  busy: number
}

/** Returns the pool of an origin, without connections. */
export function createOriginPool(origin: string): OriginPool {
  return { origin, waiting: new Queue<GiveConnection>(), idle: [], busy: 0 }
}

/** Whether a pool has busy connections or waiting callers. */
export function isPoolInUse(pool: OriginPool): boolean {
  return pool.busy > 0 || pool.waiting.length > 0
}
