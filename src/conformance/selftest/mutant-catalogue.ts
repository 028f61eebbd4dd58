import type { Mutant } from './mutant.ts'
import { attemptMutants } from './mutants/attempts.ts'
import { batchMoneyMutants } from './mutants/batch-money.ts'
import { batchMutants } from './mutants/batches.ts'
import { carrierAccountMutants } from './mutants/carrier-accounts.ts'
import { carrierFailureMutants } from './mutants/carrier-failures.ts'
import { conventionMutants } from './mutants/conventions.ts'
import { deliveryMutants } from './mutants/deliveries.ts'
import { environmentMutants } from './mutants/environments.ts'
import { errorMutants } from './mutants/errors.ts'
import { headerMutants } from './mutants/headers.ts'
import { keyMutants } from './mutants/keys.ts'
import { labelAddressMutants } from './mutants/label-addresses.ts'
import { labelMutants } from './mutants/labels.ts'
import { limitMutants } from './mutants/limits.ts'
import { liveEventMutants } from './mutants/live-events.ts'
import { logOutcomeMutants } from './mutants/log-outcomes.ts'
import { ownRateMutants } from './mutants/own-rates.ts'
import { purchaseMutants } from './mutants/purchases.ts'
import { rateMutants } from './mutants/rates.ts'
import { refusedKeyMutants } from './mutants/refused-keys.ts'
import { requestMutants } from './mutants/requests.ts'
import { retryMutants } from './mutants/retries.ts'
import { sandboxMutants } from './mutants/sandbox.ts'
import { scopeMutants } from './mutants/scopes.ts'
import { trackerMutants } from './mutants/trackers.ts'
import { voidMutants } from './mutants/voids.ts'
import { webhookMutants } from './mutants/webhooks.ts'

/** Every deviation that the suite must catch. */
export const mutants: readonly Mutant[] = [
  ...conventionMutants,
  ...headerMutants,
  ...errorMutants,
  ...keyMutants,
  ...refusedKeyMutants,
  ...environmentMutants,
  ...scopeMutants,
  ...requestMutants,
  ...rateMutants,
  ...ownRateMutants,
  ...carrierFailureMutants,
  ...carrierAccountMutants,
  ...labelMutants,
  ...labelAddressMutants,
  ...sandboxMutants,
  ...purchaseMutants,
  ...voidMutants,
  ...trackerMutants,
  ...batchMutants,
  ...batchMoneyMutants,
  ...webhookMutants,
  ...liveEventMutants,
  ...retryMutants,
  ...attemptMutants,
  ...deliveryMutants,
  ...logOutcomeMutants,
  ...limitMutants,
]
