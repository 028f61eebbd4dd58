import type { CallRequest } from '../call-request.ts'
import type { ProfileAddress, ProfileParcel } from '../target/profile.ts'
import type { Answer } from '../wire/answer.ts'
import type { Fields } from '../wire/fields.ts'

/** A rate as it was quoted. */
export interface QuotedRate {
  readonly id: string
  readonly carrier: string
  readonly service: string
  readonly rateCents: number
  readonly value: Readonly<Record<string, unknown>>
}

export interface Shipment {
  readonly from?: ProfileAddress
  readonly to?: ProfileAddress
  readonly parcel?: ProfileParcel
}

export interface BoughtLabel {
  readonly id: string
  readonly trackingNumber: string
  readonly carrier: string
  readonly rateCents: number
  readonly labelUrl: string
  readonly fields: Fields
  readonly answer: Answer
}

export interface CreatedBatch {
  readonly id: string
  readonly totalCostCents: number
  readonly fields: Fields
  readonly answer: Answer
}

/** Which key a request is sent with; the test key where none is named. */
export type Key = Pick<CallRequest, 'key'>

export interface RegisteredTracker {
  readonly id: string
  readonly trackingNumber: string
  readonly carrier: string
}

/** Prerequisites of rules. What fails in here throws SetupFailed and is never a verdict. */
export interface Setup {
  /** Anything else a rule takes for granted: whatever breaks in it is a failed setup. */
  of<Value>(what: string, does: () => Promise<Value>): Promise<Value>
  /** A good request of this kind is answered with 2xx. */
  works(what: string, answer: Promise<Answer>): Promise<Answer>
  /** All rates quoted for a shipment, by default the profile's standard parcel from `from` to `to`. */
  rates(options?: Shipment & Key): Promise<readonly QuotedRate[]>
  /** One rate that nobody has bought yet, the cheapest unless a carrier is asked for, or one that costs something. */
  rate(
    options?: Shipment & Key & { readonly carrier?: string; readonly leastCents?: number },
  ): Promise<QuotedRate>
  label(options?: Shipment & Key & { readonly carrier?: string }): Promise<BoughtLabel>
  /** The label of this rate, bought with the key it was quoted to. */
  labelOf(rate: QuotedRate, options?: Key): Promise<BoughtLabel>
  /** The body of a request for rates, and the first part of an item of a batch. */
  ratesBody(options?: Shipment): {
    readonly from_address: ProfileAddress
    readonly to_address: ProfileAddress
    readonly parcel: ProfileParcel
  }
  /** A tracker for a label bought with the same key. */
  tracker(options?: Key): Promise<RegisteredTracker>
  /** Items for a batch, each made of one rate just quoted. */
  batchItems(count: number, options?: Shipment & Key): Promise<readonly Readonly<Record<string, unknown>>[]>
  batch(count?: number, options?: Shipment & Key): Promise<CreatedBatch>
  readonly shared: SharedResources
}

/** Things that a rule leaves as they are: where rules share an account, the same for all of them. */
export interface SharedResources {
  label(): Promise<BoughtLabel>
  tracker(): Promise<RegisteredTracker>
  /** The answer to the creation of a batch of one item, whatever it says. */
  createdBatch(): Promise<Answer>
  batch(): Promise<{ readonly id: string }>
  boughtBatch(): Promise<BoughtBatch>
}

export interface BoughtBatch {
  readonly id: string
  /** What it was like right after it was bought. */
  readonly reading: Answer
}
