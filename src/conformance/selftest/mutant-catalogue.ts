import type { Mutant } from './mutant.ts'
import { attemptMutants } from './mutants/attempts.ts'
import { batchLabelMutants } from './mutants/batch-labels.ts'
import { batchMoneyMutants } from './mutants/batch-money.ts'
import { batchReadingMutants } from './mutants/batch-reading.ts'
import { batchMutants } from './mutants/batches.ts'
import { carrierAccountMutants } from './mutants/carrier-accounts.ts'
import { carrierFailureMutants } from './mutants/carrier-failures.ts'
import { conventionMutants } from './mutants/conventions.ts'
import { deliveryMutants } from './mutants/deliveries.ts'
import { eachCarrierMutants } from './mutants/each-carrier.ts'
import { environmentMutants } from './mutants/environments.ts'
import { errorMutants } from './mutants/errors.ts'
import { headerMutants } from './mutants/headers.ts'
import { keptRateMutants } from './mutants/kept-rates.ts'
import { keyMutants } from './mutants/keys.ts'
import { keysAndFieldsMutants } from './mutants/keys-and-fields.ts'
import { labelAddressMutants } from './mutants/label-addresses.ts'
import { labelLifeMutants } from './mutants/label-life.ts'
import { labelMutants } from './mutants/labels.ts'
import { limitMutants } from './mutants/limits.ts'
import { liveAndLimitMutants } from './mutants/live-and-limits.ts'
import { liveEventMutants } from './mutants/live-events.ts'
import { logOutcomeMutants } from './mutants/log-outcomes.ts'
import { moneyMutants } from './mutants/money.ts'
import { oddRequestMutants } from './mutants/odd-requests.ts'
import { ownRateMutants } from './mutants/own-rates.ts'
import { partialQuoteMutants } from './mutants/partial-quotes.ts'
import { purchaseMutants } from './mutants/purchases.ts'
import { rateMutants } from './mutants/rates.ts'
import { refreshMutants } from './mutants/refreshes.ts'
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
  ...keptRateMutants,
  ...carrierFailureMutants,
  ...carrierAccountMutants,
  ...partialQuoteMutants,
  ...labelMutants,
  ...labelLifeMutants,
  ...labelAddressMutants,
  ...sandboxMutants,
  ...purchaseMutants,
  ...moneyMutants,
  ...voidMutants,
  ...trackerMutants,
  ...refreshMutants,
  ...batchMutants,
  ...batchReadingMutants,
  ...batchLabelMutants,
  ...batchMoneyMutants,
  ...webhookMutants,
  ...liveEventMutants,
  ...eachCarrierMutants,
  ...retryMutants,
  ...attemptMutants,
  ...deliveryMutants,
  ...logOutcomeMutants,
  ...limitMutants,
  ...keysAndFieldsMutants,
  ...oddRequestMutants,
  ...liveAndLimitMutants,
]
