import { Queue } from '../queue.ts'
import type { ReceiverConnection } from './receiver-connection.ts'

/** Receives the connection to use; undefined if there will be none. */
type Turn = (connection: ReceiverConnection | undefined) => void

/**
 * The connections to one origin: the callers that wait for one, the number of busy connections, and the idle ones,
 * longest idle first.
 */
export interface OriginPool {
  readonly origin: string
  readonly waiting: Queue<Turn>
  readonly idle: ReceiverConnection[]
  busy: number
}

/** Returns a pool without connections. */
export function createOriginPool(origin: string): OriginPool {
  return { origin, waiting: new Queue<Turn>(), idle: [], busy: 0 }
}

/** Whether the pool has busy connections or waiting callers. */
export function isActive(pool: OriginPool): boolean {
  return pool.busy > 0 || pool.waiting.length > 0
}
