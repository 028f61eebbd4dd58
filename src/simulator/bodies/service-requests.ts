import type {
  addressSchema,
  batchItemSchema,
  batchItemsSchema,
  buyLabelSchema,
  parcelSchema,
  placeSchema,
  ratesSchema,
  trackerSchema,
} from '../requests/parse.ts'
import type { RequestOf } from './body-schema.ts'

/** The request bodies of the service, as clients write them. */

/** An address to validate, whose name may be missing (specification, Address). */
export type AddressToValidateRequest = RequestOf<typeof placeSchema>

/** The address of a sender or a recipient (specification, Address). */
export type AddressRequest = RequestOf<typeof addressSchema>

/** A parcel to send (specification, Parcel). */
export type ParcelRequest = RequestOf<typeof parcelSchema>

/** A parcel to quote rates for, and where it is sent from and to (specification, Endpoints). */
export type RatesRequest = RequestOf<typeof ratesSchema>

/** The rate to buy a label for (specification, Endpoints). */
export type LabelRequest = RequestOf<typeof buyLabelSchema>

/** The tracking number and the carrier of a parcel to track (specification, Endpoints). */
export type TrackerRequest = RequestOf<typeof trackerSchema>

/** An item of a batch: one label to buy (specification, Batch). */
export type BatchItemRequest = RequestOf<typeof batchItemSchema>

/** A batch of labels to buy (specification, Endpoints). */
export type BatchRequest = RequestOf<typeof batchItemsSchema>
