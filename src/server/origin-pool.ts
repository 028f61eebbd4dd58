import { Queue } from './queue.ts'
import type { ReceiverConnection } from './receiver-connection.ts'

/** Told which connection to use; undefined when there will be none. */
type Turn = (connection: ReceiverConnection | undefined) => void

/** One origin: who waits for it, how many of its connections are at work, and which rest, longest first. */
export interface OriginPool {
  readonly origin: string
  readonly waiting: Queue<Turn>
  readonly idle: ReceiverConnection[]
  busy: number
}

export function createOriginPool(origin: string): OriginPool {
  return { origin, waiting: new Queue<Turn>(), idle: [], busy: 0 }
}

export function isActive(pool: OriginPool): boolean {
  return pool.busy > 0 || pool.waiting.length > 0
}
