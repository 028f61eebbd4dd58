import type { WalletChange } from '../scenarios/scenario.ts'
import type { ErrorCode } from '../specification/errors.ts'
import type {
  AccountType,
  Address,
  CarrierName,
  Environment,
  Parcel,
  TrackingStatus,
} from '../specification/model.ts'
import type { Scope } from '../specification/scopes.ts'

/** What an account keeps. Times are milliseconds on the account's clock unless named otherwise. */

export interface ClockRecord {
  readonly mode: 'realtime' | 'frozen'
  /** Virtual milliseconds that pass in one real one. */
  readonly rate: number
  /** The virtual instant that belonged to `baseRealMs`. */
  readonly baseMs: number
  readonly baseRealMs: number
}

export interface WalletRecord {
  readonly balanceCents: number
  readonly paymentMethod: PaymentMethod
  readonly autoReload: AutoReload | null
}

export type PaymentMethod = 'valid' | 'declined' | 'none'

export interface AutoReload {
  readonly thresholdCents: number
  readonly amountCents: number
}

export interface LedgerRecord {
  readonly id: string
  readonly atMs: number
  readonly kind: 'opening' | 'funding' | 'auto_reload' | 'charge' | 'refund' | 'adjustment'
  readonly amountCents: number
  readonly balanceCents: number
  /** The label or batch the money moved for. */
  readonly reference: string | null
}

export interface WebhookRecord {
  readonly url: string | null
  readonly signingSecret: string | null
}

export interface KeyRecord {
  readonly id: string
  readonly value: string
  readonly environment: Environment
  readonly scopes: readonly Scope[]
  readonly createdAtMs: number
  readonly expiresAtMs: number | null
  readonly revokedAtMs: number | null
}

/** Requests of one key to one endpoint since the window opened (specification, Rate limits). */
export interface LimitWindow {
  readonly openedAtMs: number
  readonly count: number
}

/** One rates response; its rates are computed from it again when one is bought. */
export interface QuoteRecord {
  readonly id: string
  readonly environment: Environment
  readonly createdAtMs: number
  readonly from: Address
  readonly to: Address
  readonly parcel: Parcel
  /** Carriers that gave rates. */
  readonly carriers: readonly CarrierName[]
  /** Connected carrier accounts that gave rates, in the order of their place in a rate's id. */
  readonly carrierAccounts: readonly string[]
}

/** What is left of a quote once its rates have expired: enough to answer RATE.EXPIRED. */
export interface ExpiredQuoteRecord {
  readonly id: string
  readonly environment: Environment
  readonly createdAtMs: number
  readonly expired: true
}

export interface ShipmentRecord {
  readonly id: string
  readonly environment: Environment
  readonly labelId: string
  readonly createdAtMs: number
  readonly from: Address
  readonly to: Address
  readonly parcel: Parcel
}

export interface LabelRecord {
  readonly id: string
  readonly environment: Environment
  readonly shipmentId: string
  readonly trackingNumber: string
  readonly carrier: CarrierName
  readonly service: string
  readonly accountType: AccountType
  readonly rateCents: number
  readonly balanceAfterCents: number
  readonly createdAtMs: number
  readonly voidRequestedAtMs: number | null
}

/** A parcel's way as a script tells it. */
export interface JourneyLeg {
  readonly script: string
  readonly startMs: number
  /** What the script has until then is told by the journey's events already. */
  readonly toldUntilMs: number | null
  /** The change of the journey that set it going. */
  readonly change: number
}

/** Something the carrier has said of a parcel. */
export interface JourneyEvent {
  readonly atMs: number
  readonly status: TrackingStatus
  readonly message: string
  readonly location: string | null
  /** The carrier holds the package: from here on a void is too late. */
  readonly moving: boolean
  /** The change of the journey that brought it. */
  readonly change: number
}

/** What happens at the carrier to one tracking number, whether or not anyone polls. */
export interface JourneyRecord {
  readonly trackingNumber: string
  /** Null while the number is known from the control protocol alone. */
  readonly carrier: CarrierName | null
  readonly environment: Environment | null
  readonly labelId: string | null
  readonly leg: JourneyLeg | null
  /** What no script tells: pushed by hand, or had happened when the script was changed. */
  readonly events: readonly JourneyEvent[]
  /** When the package was scanned by hand, so that the script does not pick it up a second time. */
  readonly pickedUpAtMs: number | null
  /** How often it was changed by hand: time alone does not tell what came before a poll in the same millisecond. */
  readonly changes: number
}

export interface TrackerRecord {
  readonly id: string
  readonly environment: Environment
  readonly trackingNumber: string
  readonly carrier: CarrierName
  readonly registeredAtMs: number
  readonly nextPollAtMs: number
  /** What the last poll that succeeded brought; null while none has. */
  readonly polledAtMs: number | null
  /** The changes of the journey that poll knew of; later ones show at the next (choices 39). */
  readonly changesSeen: number
}

export interface BatchRecord {
  readonly id: string
  readonly environment: Environment
  readonly status: 'created' | 'processing' | 'completed'
  readonly itemCount: number
  readonly doneCount: number
  readonly totalCostCents: number
  readonly balanceAfterCents: number
  readonly createdAtMs: number
  readonly boughtAtMs: number | null
  readonly nextStepAtMs: number | null
}

export interface BatchItemRecord {
  readonly from: Address
  readonly to: Address
  readonly parcel: Parcel
  readonly carrier: CarrierName
  readonly service: string
  readonly rateCents: number
  readonly rateId: string | null
  readonly status: 'pending' | 'purchased' | 'failed'
  readonly labelId: string | null
  readonly error: { readonly code: ErrorCode; readonly message: string } | null
}

export interface AttemptRecord {
  readonly atMs: number
  readonly responseCode: number | null
  readonly failure: string | null
}

export interface DeliveryRecord {
  readonly id: string
  readonly environment: Environment
  readonly labelId: string
  readonly url: string
  readonly signingSecret: string
  /** The exact bytes of every attempt (choices 46). */
  readonly body: string
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly attempts: readonly AttemptRecord[]
  /** Attempts that count against the schedule of five; a redelivery by hand does not. */
  readonly scheduledAttempts: number
  readonly createdAtMs: number
  readonly nextAttemptAtMs: number | null
  readonly redeliverAtMs: number | null
  /** Set once a delay fault has moved the next attempt, so that it moves it once. */
  readonly delayed: boolean
}

export interface CarrierAccountRecord {
  readonly id: string
  readonly carrier: CarrierName
  readonly nickname: string
  readonly credentials: 'valid' | 'rejected'
  readonly connectedAtMs: number
}

/** A wallet change that a running scenario has in store. */
export interface ScenarioStepRecord {
  readonly id: string
  readonly scenario: string
  readonly dueMs: number
  readonly wallet: WalletChange
}
