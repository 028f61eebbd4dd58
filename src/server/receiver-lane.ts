import type { ReceiverConnection } from './receiver-connection.ts'
import { WaitingLine } from './waiting-line.ts'

/** Told which connection to use; undefined when there will be none. */
type Turn = (connection: ReceiverConnection | undefined) => void

/** One origin: who waits for it, how many of its connections are at work, and which rest, longest first. */
export interface Lane {
  readonly origin: string
  readonly waiting: WaitingLine<Turn>
  readonly idle: ReceiverConnection[]
  atWork: number
}

export function createLane(origin: string): Lane {
  return { origin, waiting: new WaitingLine<Turn>(), idle: [], atWork: 0 }
}

export function isActive(lane: Lane): boolean {
  return lane.atWork > 0 || lane.waiting.length > 0
}
