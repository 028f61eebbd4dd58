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
 * The bodies of the service, as its users write and read them. They are those of the simulator, but where the simulator has a
 * list of words, another service may have more: an editor completes the known ones, and any text is allowed.
 */

/** A response body whose words may be others than the simulator's, at every depth. */
export type Open<Body> = Body extends string
  ? string extends Body
    ? Body
    : Known<Body>
  : Body extends object
    ? { readonly [Field in keyof Body]: Open<Body[Field]> }
    : Body

/** A request body whose carriers an editor completes. */
type NamingCarriers<Body> = Body extends object
  ? {
      readonly [Field in keyof Body]: Field extends 'carrier'
        ? Known<CarrierName>
        : NamingCarriers<Body[Field]>
    }
  : Body

export interface AddressToValidate extends AddressToValidateRequest {}
export interface Address extends AddressRequest {}
/** A parcel: its weight in ounces, its sides in inches (choices 22). */
export interface Parcel extends ParcelRequest {}
export interface RatesInput extends RatesRequest {}
export interface LabelInput extends LabelRequest {}
export interface TrackerInput extends NamingCarriers<TrackerRequest> {}
export interface BatchItemInput extends NamingCarriers<BatchItemRequest> {}
/** A batch of 1 to 5,000 labels to buy. */
export interface BatchInput extends NamingCarriers<BatchRequest> {}

export interface Validation extends Open<ValidationBody> {}
export interface Rates extends Open<RatesBody> {}
export interface Rate extends Open<RateBody> {}
export interface FailedCarrier extends Open<FailedCarrierBody> {}
export interface Label extends Open<LabelBody> {}
export interface LabelDetails extends Open<LabelDetailsBody> {}
export interface LabelVoid extends Open<VoidBody> {}
export interface Tracker extends Open<TrackerBody> {}
export interface TrackerEvent extends Open<TrackerEventBody> {}
export interface CarrierAccounts extends Open<CarrierAccountsBody> {}
export interface CarrierAccount extends Open<CarrierAccountBody> {}
export interface Batch extends Open<BatchBody> {}
export interface BatchStart extends Open<BatchStartBody> {}
export interface Wallet extends Open<WalletBody> {}
export interface Deliveries extends Open<DeliveriesBody> {}
export interface Delivery extends Open<DeliveryBody> {}
/** The body of the webhook `label.created`, which the service sends to your own receiver. */
export interface LabelCreated extends Open<LabelCreatedBody> {}
