import type * as z from 'zod'
import { addressBody, sentAddressBody, validationBody } from '../../src/simulator/bodies/addresses.ts'
import { batchBody, batchItemBody, batchStartBody } from '../../src/simulator/bodies/batches.ts'
import { carrierAccountBody, carrierAccountsBody } from '../../src/simulator/bodies/carrier-accounts.ts'
import { deliveriesBody, deliveryBody } from '../../src/simulator/bodies/deliveries.ts'
import {
  completeAddressBody,
  labelBody,
  labelDetailsBody,
  voidBody,
} from '../../src/simulator/bodies/labels.ts'
import { parcelBody } from '../../src/simulator/bodies/parcels.ts'
import { failedCarrierBody, rateBody, ratesBody } from '../../src/simulator/bodies/rates.ts'
import { serviceAnswers } from '../../src/simulator/bodies/service-answers.ts'
import { trackerBody, trackerEventBody } from '../../src/simulator/bodies/trackers.ts'
import { walletBody } from '../../src/simulator/bodies/wallet.ts'
import { labelCreatedBody } from '../../src/simulator/bodies/webhook.ts'
import {
  addressSchema,
  batchItemSchema,
  batchItemsSchema,
  buyLabelSchema,
  parcelSchema,
  placeSchema,
  ratesSchema,
  trackerSchema,
} from '../../src/simulator/requests/parse.ts'
import type { OperationName } from '../../src/simulator/specification/operations.ts'
import type { Models } from './components.ts'

/** Bodies of the service that its answers hold, by the names that a generated client gives them. */
export const serviceAnswerModels = {
  Validation: validationBody,
  ValidatedAddress: addressBody,
  Rates: ratesBody,
  Rate: rateBody,
  FailedCarrier: failedCarrierBody,
  Label: labelBody,
  LabelDetails: labelDetailsBody,
  CompleteAddress: completeAddressBody,
  LabelVoid: voidBody,
  Tracker: trackerBody,
  TrackerEvent: trackerEventBody,
  CarrierAccounts: carrierAccountsBody,
  CarrierAccount: carrierAccountBody,
  Batch: batchBody,
  BatchProgress: batchStartBody,
  BatchItem: batchItemBody,
  SentAddress: sentAddressBody,
  Parcel: parcelBody,
  Wallet: walletBody,
  Deliveries: deliveriesBody,
  Delivery: deliveryBody,
  LabelCreated: labelCreatedBody,
} satisfies Models

export const serviceRequestModels = {
  AddressToValidate: placeSchema,
  Address: addressSchema,
  ParcelToSend: parcelSchema,
  RatesRequest: ratesSchema,
  LabelRequest: buyLabelSchema,
  TrackerRequest: trackerSchema,
  BatchRequest: batchItemsSchema,
  BatchRequestItem: batchItemSchema,
} satisfies Models

/** What reads the body of each operation that has one. */
export const serviceRequests = {
  validateAddress: placeSchema,
  createRates: ratesSchema,
  buyLabel: buyLabelSchema,
  registerTracker: trackerSchema,
  createBatch: batchItemsSchema,
} satisfies Partial<Record<OperationName, z.ZodType>>

export function answerName(name: OperationName): string {
  return nameIn(serviceAnswerModels, serviceAnswers[name])
}

/** The name of what an operation reads; undefined for one without a body. */
export function requestName(name: string): string | undefined {
  const schema = Object.entries(serviceRequests).find(([each]) => each === name)?.[1]
  return schema === undefined ? undefined : nameIn(serviceRequestModels, schema)
}

export function nameIn(models: Models, schema: z.ZodType): string {
  const [name] = Object.entries(models).find(([, each]) => each === schema) ?? []
  if (name === undefined) throw new Error('A schema of an operation has no name.')
  return name
}
