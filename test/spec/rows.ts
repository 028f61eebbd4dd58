import { keysOf } from '../../src/simulator/specification/keys-of.ts'
import type { Breakages } from './rows/breakage.ts'
import { choiceRows } from './rows/choices.ts'
import { errorFieldRows, errorRows, extraErrorFieldRows } from './rows/errors.ts'
import { keyFormatRows, keyTypeRows } from './rows/keys.ts'
import { downloadRows, endpointRows, headerRows, limitRows, scopeRows } from './rows/limits.ts'
import {
  addressRows,
  batchItemRows,
  batchRows,
  deliveryEntryRows,
  labelAddressRows,
  labelRows,
  parcelRows,
  rateRows,
  trackerEventRows,
  trackerRows,
  trackingStatusRows,
} from './rows/resources.ts'
import { constantRows, ruleRows } from './rows/rules.ts'
import { stateRows } from './rows/states.ts'
import { attemptRows, payloadRows, signatureRows } from './rows/webhooks.ts'

/** Everything the specification states of the interface, and everything chosen where it is silent, each with what breaks it. */
const table = {
  endpoint: endpointRows,
  download: downloadRows,
  error: errorRows,
  scope: scopeRows,
  limit: limitRows,
  header: headerRows,
  state: stateRows,
  'tracking-status': trackingStatusRows,
  'key-type': keyTypeRows,
  'webhook-attempt': attemptRows,
  'webhook-payload': payloadRows,
  'webhook-signature': signatureRows,
  'error-field': errorFieldRows,
  'extra-error-field': extraErrorFieldRows,
  address: addressRows,
  'label-address': labelAddressRows,
  parcel: parcelRows,
  rate: rateRows,
  label: labelRows,
  tracker: trackerRows,
  'tracker-event': trackerEventRows,
  batch: batchRows,
  'batch-item': batchItemRows,
  'delivery-entry': deliveryEntryRows,
  'key-format': keyFormatRows,
  rule: ruleRows,
  constant: constantRows,
  choice: choiceRows,
} as const

type Table = typeof table

/** A row by its group and its place there, such as `error:RATE.EXPIRED`. */
export type Row = { [Group in keyof Table]: `${Group}:${Table[Group][number][0]}` }[keyof Table]

/** Every row with the ways to break it. */
export const rows: ReadonlyMap<string, Breakages> = new Map(
  keysOf(table).flatMap((group) => table[group].map(([name, breakages]) => [`${group}:${name}`, breakages])),
)
