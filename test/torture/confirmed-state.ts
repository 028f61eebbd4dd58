/** The state of an account as far as responses have confirmed it. It is plain data, so that it can be copied. */
export interface ConfirmedState {
  readonly id: string
  keys: { readonly test: string; readonly live: string }
  /** The time of a frozen clock at the creation of the account, which a reset restores. Null for a running clock. */
  readonly startMs: number | null
  exists: boolean
  /** The latest time in any response. A frozen clock must show exactly this time. */
  clockMs: number
  labels: LabelFact[]
  trackers: TrackerFact[]
  batches: BatchFact[]
  keysMade: KeyFact[]
  faults: FaultFact[]
  /** How many responses showed that a fault had triggered, by the target of the fault. */
  triggers: Record<FaultTarget, number>
  webhookUrl: string | null
  card: Card
  /** The amounts paid into the wallet, in cents. Only the ledger can confirm them. */
  fundings: number[]
}

export type Environment = 'test' | 'live'
export type Card = 'valid' | 'declined' | 'none'

export interface LabelFact {
  readonly id: string
  readonly environment: Environment
  readonly rateCents: number
  readonly trackingNumber: string
  /** Whether a webhook was set when the label was bought. */
  readonly hasEvent: boolean
  voided: boolean
  /** Whether the label was read and is as expected. If so, the test reads it again only at the end of the round. */
  checked: boolean
  readonly batch: string | null
}

export interface TrackerFact {
  readonly id: string
  readonly environment: Environment
  readonly trackingNumber: string
  /** The number of events in the last response about the tracker. */
  events: number
}

export interface BatchFact {
  readonly id: string
  readonly environment: Environment
  readonly costCents: number
  readonly items: number
  status: 'created' | 'processing' | 'completed'
}

/** Returns the facts that are known about a label that a batch has bought. */
export function createBatchLabelFact(
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

/** The targets of the faults that the torture test adds. */
export type FaultTarget = 'label_creation' | 'api'

export const openingBalanceCents = 100_000

/** Returns the confirmed state of an account that was just created. */
export function createConfirmedState(
  account: Pick<ConfirmedState, 'id' | 'keys' | 'startMs'>,
): ConfirmedState {
  return {
    ...account,
    exists: true,
    clockMs: account.startMs ?? 0,
    labels: [],
    trackers: [],
    batches: [],
    keysMade: [],
    faults: [],
    triggers: { label_creation: 0, api: 0 },
    webhookUrl: null,
    card: 'valid',
    fundings: [],
  }
}
