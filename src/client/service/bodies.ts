import type { ValidationBody } from '../../simulator/bodies/addresses.ts'
import type { BatchBody, BatchStartBody } from '../../simulator/bodies/batches.ts'
import type { CarrierAccountBody, CarrierAccountsBody } from '../../simulator/bodies/carrier-accounts.ts'
import type { DeliveriesBody, DeliveryBody } from '../../simulator/bodies/deliveries.ts'
import type { LabelBody, LabelDetailsBody, VoidBody } from '../../simulator/bodies/labels.ts'
import type { FailedCarrierBody, RateBody, RatesBody } from '../../simulator/bodies/rates.ts'
import type {
  AddressRequest,
  AddressToValidateRequest,
  BatchItemRequest,
  BatchRequest,
  LabelRequest,
  ParcelRequest,
  RatesRequest,
  TrackerRequest,
} from '../../simulator/bodies/service-requests.ts'
import type { TrackerBody, TrackerEventBody } from '../../simulator/bodies/trackers.ts'
import type { WalletBody } from '../../simulator/bodies/wallet.ts'
import type { LabelCreatedBody } from '../../simulator/bodies/webhook.ts'
import type { CarrierName, Known } from '../../simulator/specification/model.ts'

/**
 * The request and response bodies of the service, as its users write and read them. They have the types of the
 * simulator's bodies with one difference: where the simulator has a fixed list of words, any text is allowed, because
 * another service may have more words. Editors still suggest the known words.
 */

/** A response body in which any text is allowed where the simulator has a fixed list of words, at every depth. */
export type Open<Body> = Body extends string
  ? string extends Body
    ? Body
    : Known<Body>
  : Body extends object
    ? { readonly [Field in keyof Body]: Open<Body[Field]> }
    : Body

/** A request body in which any text is allowed as a carrier; editors suggest the known carriers. */
type WithAnyCarrier<Body> = Body extends object
  ? {
      readonly [Field in keyof Body]: Field extends 'carrier'
        ? Known<CarrierName>
        : WithAnyCarrier<Body[Field]>
    }
  : Body

/** An address to validate; further fields are ignored (specification, Address). */
export interface AddressToValidate extends AddressToValidateRequest {}
/** An address of a shipment: the fields of an address to validate, and a name (choices 17). */
export interface Address extends AddressRequest {}
/** A parcel: its weight in ounces, its sides in inches (choices 22). */
export interface Parcel extends ParcelRequest {}
/** The shipment to get rates for: two addresses and a parcel. */
export interface RatesInput extends RatesRequest {}
/** The rate to buy, by its id. */
export interface LabelInput extends LabelRequest {}
/** The parcel to track, by its number and carrier. */
export interface TrackerInput extends WithAnyCarrier<TrackerRequest> {}
/** A label to buy in a batch (specification, Batch). */
export interface BatchItemInput extends WithAnyCarrier<BatchItemRequest> {}
/** A batch of 1 to 5,000 labels to buy. */
export interface BatchInput extends WithAnyCarrier<BatchRequest> {}

/** A valid address as the carrier prints it, and whether it is residential (choices 18). */
export interface Validation extends Open<ValidationBody> {}
/** The rates of all carriers, cheapest first, and the carriers that failed. */
export interface Rates extends Open<RatesBody> {}
/** A price of one carrier service, in cents; it can be bought for 15 minutes (specification, Rate). */
export interface Rate extends Open<RateBody> {}
/** A carrier that gave no rates, and why (choices 25). */
export interface FailedCarrier extends Open<FailedCarrierBody> {}
/** A label in the response to its purchase, with the wallet's balance after it (specification, Label). */
export interface Label extends Open<LabelBody> {}
/** A label with its void status (choices 34). */
export interface LabelDetails extends Open<LabelDetailsBody> {}
/** The void status of a label (choices 34). */
export interface LabelVoid extends Open<VoidBody> {}
/** A tracker with all events of its parcel, oldest first (specification, Tracker). */
export interface Tracker extends Open<TrackerBody> {}
/** A tracking event of a parcel (choices 37). */
export interface TrackerEvent extends Open<TrackerEventBody> {}
/** The carrier accounts that the client has connected. */
export interface CarrierAccounts extends Open<CarrierAccountsBody> {}
/** A carrier account that the client has connected (choices 40). */
export interface CarrierAccount extends Open<CarrierAccountBody> {}
/** A batch with its items, cost and progress (specification, Batch; choices 43). */
export interface Batch extends Open<BatchBody> {}
/** A batch whose processing has begun: its progress, without its items. */
export interface BatchStart extends Open<BatchStartBody> {}
/** The wallet of the key's environment: its balance in cents, auto-reload and card (choices 32). */
export interface Wallet extends Open<WalletBody> {}
/** The last 50 webhook deliveries, newest first. */
export interface Deliveries extends Open<DeliveriesBody> {}
/** The delivery of one event: its status, attempts and times (choices 47). */
export interface Delivery extends Open<DeliveryBody> {}
/** The body of the webhook `label.created`, which the service sends to your own receiver. */
export interface LabelCreated extends Open<LabelCreatedBody> {}
