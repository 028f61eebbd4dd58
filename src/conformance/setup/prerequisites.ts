import type { CallRequest } from '../call-request.ts'
import type { Answer } from '../http/answer.ts'
import type { Fields } from '../http/fields.ts'
import type { ProfileAddress, ProfileParcel } from '../target/profile.ts'

/** A rate from a rates response. */
export interface QuotedRate {
  readonly id: string
  readonly carrier: string
  readonly service: string
  readonly rateCents: number
  /** The whole rate object of the response. */
  readonly value: Readonly<Record<string, unknown>>
}

/** A parcel and its two addresses. Missing fields are taken from the profile. */
export interface Shipment {
  readonly from?: ProfileAddress
  readonly to?: ProfileAddress
  readonly parcel?: ProfileParcel
}

/** A label that the setup of a rule has bought. */
export interface BoughtLabel {
  readonly id: string
  readonly trackingNumber: string
  readonly carrier: string
  readonly rateCents: number
  readonly labelUrl: string
  readonly fields: Fields
  readonly answer: Answer
}

/** A batch that the setup of a rule has created. */
export interface CreatedBatch {
  readonly id: string
  readonly totalCostCents: number
  readonly fields: Fields
  readonly answer: Answer
}

/** The API key that a request is sent with; the test key if it names none. */
export type Key = Pick<CallRequest, 'key'>

/** A tracker that the setup of a rule has registered. */
export interface RegisteredTracker {
  readonly id: string
  readonly trackingNumber: string
  readonly carrier: string
}

/**
 * Functions that create the resources that a rule needs before it can check anything. If they fail, they throw
 * SetupFailed, which does not make the rule fail.
 */
export interface Setup {
  /** Runs a step for which there is no function here. `what` names the step in the message of SetupFailed. */
  of<Value>(what: string, does: () => Promise<Value>): Promise<Value>
  /** Resolves with the response to a valid request. Throws SetupFailed unless its status is 2xx. `what` names the request. */
  works(what: string, answer: Promise<Answer>): Promise<Answer>
  /** Requests rates for a shipment. The default is the profile's standard parcel, sent between the profile's addresses `from` and `to`. */
  rates(options?: Shipment & Key): Promise<readonly QuotedRate[]>
  /** Resolves with the cheapest rate that no other rule uses, of the given carrier and at least the given price if they are given. */
  rate(
    options?: Shipment & Key & { readonly carrier?: string; readonly minCents?: number },
  ): Promise<QuotedRate>
  /** Requests rates and buys the label of the cheapest one. */
  label(options?: Shipment & Key & { readonly carrier?: string }): Promise<BoughtLabel>
  /** Buys the label of a rate. The key must be the one with which the rate was requested. */
  labelOf(rate: QuotedRate, options?: Key): Promise<BoughtLabel>
  /** Returns the request body for rates. An item of a batch begins with the same fields. */
  ratesBody(options?: Shipment): {
    readonly from_address: ProfileAddress
    readonly to_address: ProfileAddress
    readonly parcel: ProfileParcel
  }
  /** Buys a label and registers a tracker for its tracking number, with the same key. */
  tracker(options?: Key): Promise<RegisteredTracker>
  /** Resolves with the items of a batch, created from new rates. */
  batchItems(count: number, options?: Shipment & Key): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Creates a batch of `count` items, by default one, and does not buy it. */
  batch(count?: number, options?: Shipment & Key): Promise<CreatedBatch>
  readonly shared: SharedResources
}

/** Functions that create resources that no rule changes. On a shared account, all rules get the same resources. */
export interface SharedResources {
  label(): Promise<BoughtLabel>
  tracker(): Promise<RegisteredTracker>
  /** Creates a batch with one item, and resolves with the response, whatever its status. */
  createdBatch(): Promise<Answer>
  batch(): Promise<{ readonly id: string }>
  boughtBatch(): Promise<BoughtBatch>
}

/** A batch that the setup of a rule has bought. */
export interface BoughtBatch {
  readonly id: string
  /** The response to a GET of the batch, directly after its purchase. */
  readonly reading: Answer
}
