/** What the specification says must be so after a history of calls, as plain data: one client, its two environments. */
export interface World {
  nowMs: number
  /** The live wallet; the sandbox's is unlimited and never moves. */
  balanceCents: number
  card: Card
  autoReloadCents: number | null
  readonly rates: Rate[]
  readonly labels: Label[]
  readonly trackers: Tracker[]
  readonly batches: Batch[]
  /** The same, in the order in which they were bought. */
  readonly bought: Batch[]
  /** How many purchases are still to fail because label creation is broken. */
  creationFailures: number
}

export type Environment = 'test' | 'live'
export type Card = 'valid' | 'declined' | 'none'

export interface Rate {
  readonly id: string
  readonly environment: Environment
  readonly cents: number
  readonly quotedAtMs: number
}

export interface Label {
  readonly id: string
  readonly environment: Environment
  readonly cents: number
  readonly trackingNumber: string
  voided: boolean
  /** `perhaps` once time has passed: when a carrier comes by itself is not stated. */
  scanned: 'no' | 'perhaps' | 'yes'
}

export interface Tracker {
  readonly id: string
  readonly environment: Environment
  readonly trackingNumber: string
  readonly carrier: string
  /** What it has shown, oldest first: history only grows. */
  events: readonly string[]
}

export interface Batch {
  readonly id: string
  readonly environment: Environment
  readonly itemCents: readonly number[]
  status: 'created' | 'processing' | 'completed'
  boughtAtMs: number | null
}

export function newWorld(nowMs: number, balanceCents: number): World {
  return {
    nowMs,
    balanceCents,
    card: 'valid',
    autoReloadCents: null,
    rates: [],
    labels: [],
    trackers: [],
    batches: [],
    bought: [],
    creationFailures: 0,
  }
}
