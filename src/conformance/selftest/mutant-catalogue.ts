import { batchLabelMutants } from '../rules/batches/mutants/batch-labels.ts'
import { batchMoneyMutants } from '../rules/batches/mutants/batch-money.ts'
import { batchReadingMutants } from '../rules/batches/mutants/batch-reading.ts'
import { batchMutants } from '../rules/batches/mutants/batches.ts'
import { carrierAccountMutants } from '../rules/carrier-accounts/mutants.ts'
import { conventionMutants } from '../rules/conventions/mutants/conventions.ts'
import { headerMutants } from '../rules/conventions/mutants/headers.ts'
import { errorMutants } from '../rules/errors/mutants/errors.ts'
import { oddRequestMutants } from '../rules/errors/mutants/odd-requests.ts'
import { environmentMutants } from '../rules/keys/mutants/environments.ts'
import { keyMutants } from '../rules/keys/mutants/keys.ts'
import { keysAndFieldsMutants } from '../rules/keys/mutants/keys-and-fields.ts'
import { refusedKeyMutants } from '../rules/keys/mutants/refused-keys.ts'
import { scopeMutants } from '../rules/keys/mutants/scopes.ts'
import { eachCarrierMutants } from '../rules/labels/mutants/each-carrier.ts'
import { labelAddressMutants } from '../rules/labels/mutants/label-addresses.ts'
import { labelLifeMutants } from '../rules/labels/mutants/label-life.ts'
import { labelMutants } from '../rules/labels/mutants/labels.ts'
import { sandboxMutants } from '../rules/labels/mutants/sandbox.ts'
import { limitMutants } from '../rules/limits/mutants/limits.ts'
import { liveAndLimitMutants } from '../rules/limits/mutants/live-and-limits.ts'
import { carrierFailureMutants } from '../rules/rates/mutants/carrier-failures.ts'
import { keptRateMutants } from '../rules/rates/mutants/kept-rates.ts'
import { ownRateMutants } from '../rules/rates/mutants/own-rates.ts'
import { partialQuoteMutants } from '../rules/rates/mutants/partial-quotes.ts'
import { rateMutants } from '../rules/rates/mutants/rates.ts'
import { requestMutants } from '../rules/requests/mutants.ts'
import { refreshMutants } from '../rules/tracking/mutants/refreshes.ts'
import { trackerMutants } from '../rules/tracking/mutants/trackers.ts'
import { voidMutants } from '../rules/voids/mutants.ts'
import { moneyMutants } from '../rules/wallet/mutants/money.ts'
import { purchaseMutants } from '../rules/wallet/mutants/purchases.ts'
import { attemptMutants } from '../rules/webhooks/mutants/attempts.ts'
import { deliveryMutants } from '../rules/webhooks/mutants/deliveries.ts'
import { liveEventMutants } from '../rules/webhooks/mutants/live-events.ts'
import { logOutcomeMutants } from '../rules/webhooks/mutants/log-outcomes.ts'
import { retryMutants } from '../rules/webhooks/mutants/retries.ts'
import { webhookMutants } from '../rules/webhooks/mutants/webhooks.ts'
import type { Mutant } from './mutant.ts'

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
