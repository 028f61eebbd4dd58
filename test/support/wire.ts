import * as z from 'zod'
import { commonMembers, extraMembers } from '../../src/simulator/bodies/errors.ts'

/** Schemas of response bodies, under short names. The schemas of requests have the long names. */

export { validationBody as validation } from '../../src/simulator/bodies/addresses.ts'
export { batchBody as batch, batchStartBody as batchStart } from '../../src/simulator/bodies/batches.ts'
export {
  carrierAccountBody as carrierAccount,
  carrierAccountsBody as carrierAccounts,
} from '../../src/simulator/bodies/carrier-accounts.ts'
export { deliveriesBody as deliveries } from '../../src/simulator/bodies/deliveries.ts'
export {
  labelBody as label,
  labelDetailsBody as labelDetails,
  voidBody as labelVoid,
} from '../../src/simulator/bodies/labels.ts'
export { type RateBody as Rate, ratesBody as rates } from '../../src/simulator/bodies/rates.ts'
export { trackerBody as tracker } from '../../src/simulator/bodies/trackers.ts'
export { walletBody as wallet } from '../../src/simulator/bodies/wallet.ts'
export { labelCreatedBody as webhookEvent } from '../../src/simulator/bodies/webhook.ts'

/** The schema of an error with any code. `expectError` checks the fields that only some codes have. */
export const envelope = z.strictObject({
  error: z.strictObject({ code: z.string(), ...commonMembers.shape, ...extraMembers.partial().shape }),
})
