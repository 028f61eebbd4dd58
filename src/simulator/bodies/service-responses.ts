import type * as z from 'zod'
import type { OperationName } from '../specification/operations.ts'
import { validationBody } from './addresses.ts'
import { batchBody, batchStartBody } from './batches.ts'
import type { BodyOf } from './body-schema.ts'
import { carrierAccountsBody } from './carrier-accounts.ts'
import { deliveriesBody } from './deliveries.ts'
import { labelBody, labelDetailsBody, voidBody } from './labels.ts'
import { ratesBody } from './rates.ts'
import { trackerBody } from './trackers.ts'
import { walletBody } from './wallet.ts'

/** The response body of each operation when it succeeds. */
export const serviceResponses = {
  validateAddress: validationBody,
  createRates: ratesBody,
  buyLabel: labelBody,
  getLabel: labelDetailsBody,
  voidLabel: voidBody,
  registerTracker: trackerBody,
  getTracker: trackerBody,
  listCarrierAccounts: carrierAccountsBody,
  createBatch: batchBody,
  buyBatch: batchStartBody,
  getBatch: batchBody,
  getWallet: walletBody,
  listDeliveries: deliveriesBody,
} as const satisfies Record<OperationName, z.ZodType>

export type ServiceResponse<Name extends OperationName> = BodyOf<(typeof serviceResponses)[Name]>
