/** The facts of an account that responses have shown. Plain data, so that a snapshot of it can be put aside. */
export interface Facts {
  readonly id: string
  keys: { readonly test: string; readonly live: string }
  /** Its clock's time when it was made: a reset puts it back there. Null for one that runs by itself. */
  readonly startMs: number | null
  /** Whether it is there at all. */
  exists: boolean
  /** The latest instant any answer has spoken of; for a frozen clock, the instant it must show. */
  clockMs: number
  labels: LabelFact[]
  trackers: TrackerFact[]
  batches: BatchFact[]
  keysMade: KeyFact[]
  faults: FaultFact[]
  /** Answers in which a fault has shown. */
  bites: Record<FaultTarget, number>
  /** The receiver that is set; null for none. */
  webhookUrl: string | null
  card: Card
  /** Money paid in or set by hand, which only the ledger can confirm. */
  fundings: number[]
}

export type Environment = 'test' | 'live'
export type Card = 'valid' | 'declined' | 'none'

export interface LabelFact {
  readonly id: string
  readonly environment: Environment
  readonly rateCents: number
  readonly trackingNumber: string
  /** Whether a receiver was set when it was bought. */
  readonly hasEvent: boolean
  voided: boolean
  /** Whether it was found as it is known, and need not be read in full again before the end. */
  checked: boolean
  readonly batch: string | null
}

export interface TrackerFact {
  readonly id: string
  readonly environment: Environment
  readonly trackingNumber: string
  /** How many events it has shown. */
  events: number
}

export interface BatchFact {
  readonly id: string
  readonly environment: Environment
  readonly costCents: number
  readonly items: number
  status: 'created' | 'processing' | 'completed'
}

/** A label that a batch has made, as far as the batch tells of it. */
export function labelOfBatch(
  { id: batch, environment }: BatchFact,
  told: Pick<LabelFact, 'id' | 'rateCents' | 'hasEvent'>,
): LabelFact {
  return { ...told, environment, trackingNumber: '', voided: false, checked: false, batch }
}

export interface KeyFact {
  readonly id: string
  readonly value: string
  revoked: boolean
}

export interface FaultFact {
  readonly id: string
  readonly times: number
  readonly target: FaultTarget
}

/** The targets of the torture's faults: one target, one way in which it shows. */
export type FaultTarget = 'label_creation' | 'api'

export const startCents = 100_000

/** An account as it is just after it was made. */
export function newFacts(account: Pick<Facts, 'id' | 'keys' | 'startMs'>): Facts {
  return {
    ...account,
    exists: true,
    clockMs: account.startMs ?? 0,
    labels: [],
    trackers: [],
    batches: [],
    keysMade: [],
    faults: [],
    bites: { label_creation: 0, api: 0 },
    webhookUrl: null,
    card: 'valid',
    fundings: [],
  }
}
