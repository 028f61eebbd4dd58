import type * as z from 'zod'
import { batch, batchItem } from './batches.ts'
import { carrierAccount } from './carrier-accounts.ts'
import { clock } from './clock.ts'
import { delivery, webhook } from './deliveries.ts'
import { fault } from './faults.ts'
import { count } from './fields.ts'
import { key, limitWindow } from './keys.ts'
import { label, shipment } from './labels.ts'
import { ledgerLine, wallet } from './money.ts'
import { quote } from './quotes.ts'
import type { ReadonlyRecord } from './readonly-record.ts'
import { scenarioStep } from './scenario-steps.ts'
import { journey, tracker } from './tracking.ts'

const schemas = {
  clock,
  wallet,
  webhook,
  counters: count,
  keys: key,
  limit_windows: limitWindow,
  quotes: quote,
  labels: label,
  shipments: shipment,
  journeys: journey,
  trackers: tracker,
  batches: batch,
  batch_items: batchItem,
  ledger: ledgerLine,
  deliveries: delivery,
  carrier_accounts: carrierAccount,
  faults: fault,
  scenario_steps: scenarioStep,
} as const

/**
 * The types of the records in each collection of an account. Each kind has one schema, which also checks records of data
 * files and snapshots. A schema accepts records of all earlier versions, so it does not check the bounds of requests:
 * newer bounds could refuse an old file. Times are milliseconds on the account's clock unless named otherwise.
 */
export type AccountRecords = {
  readonly [Name in keyof typeof schemas]: ReadonlyRecord<(typeof schemas)[Name]>
}

export const recordSchemas: { readonly [Name in keyof AccountRecords]: z.ZodType<AccountRecords[Name]> } =
  schemas
