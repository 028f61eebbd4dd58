import type { Rule } from './rule.ts'
import { addressRules } from './rules/addresses.ts'
import { attemptPayloadRules } from './rules/attempt-payloads.ts'
import { batchLabelRules } from './rules/batch-labels.ts'
import { batchMoneyRules } from './rules/batch-money.ts'
import { batchProcessingRules } from './rules/batch-processing.ts'
import { batchRules } from './rules/batches.ts'
import { carrierAccountRules } from './rules/carrier-accounts.ts'
import { carrierFailureRules } from './rules/carrier-failures.ts'
import { conventionRules } from './rules/conventions.ts'
import { deliveryRules } from './rules/deliveries.ts'
import { downloadRules } from './rules/downloads.ts'
import { eachCarrierRules, eachEventRules } from './rules/each-carrier.ts'
import { environmentRules } from './rules/environments.ts'
import { errorRules } from './rules/errors.ts'
import { eventPayloadRules } from './rules/event-payload.ts'
import { eventTimeRules } from './rules/event-times.ts'
import { headerRules } from './rules/headers.ts'
import { keyRules } from './rules/keys.ts'
import { labelAddressRules } from './rules/label-addresses.ts'
import { labelLifeRules } from './rules/label-life.ts'
import { labelRefusalRules } from './rules/label-refusals.ts'
import { labelRules } from './rules/labels.ts'
import { limitRules } from './rules/limits.ts'
import { liveBatchRules } from './rules/live-batches.ts'
import { liveEventRules } from './rules/live-events.ts'
import { liveMoneyRules } from './rules/live-money.ts'
import { logOutcomeRules } from './rules/log-outcomes.ts'
import { oddRequestRules } from './rules/odd-requests.ts'
import { ownRateRules } from './rules/own-rates.ts'
import { rateValidityRules } from './rules/rate-validity.ts'
import { rateRules } from './rules/rates.ts'
import { refusedKeyRules } from './rules/refused-keys.ts'
import { retryRules } from './rules/retries.ts'
import { sandboxRules } from './rules/sandbox.ts'
import { scopeRules } from './rules/scopes.ts'
import { separateRetryRules } from './rules/separate-retries.ts'
import { trackerRules } from './rules/trackers.ts'
import { trackingRules } from './rules/tracking.ts'
import { refreshRules } from './rules/tracking-refresh.ts'
import { validationRules } from './rules/validation.ts'
import { voidWindowRules } from './rules/void-windows.ts'
import { voidRules } from './rules/voids.ts'
import { walletRules } from './rules/wallet.ts'
import { webhookRules } from './rules/webhooks.ts'
import { windowRules } from './rules/windows.ts'

/** Every rule there is, in the order of reports. */
export const rules: readonly Rule[] = [
  ...conventionRules,
  ...headerRules,
  ...errorRules,
  ...keyRules,
  ...refusedKeyRules,
  ...environmentRules,
  ...scopeRules,
  ...validationRules,
  ...oddRequestRules,
  ...addressRules,
  ...rateRules,
  ...rateValidityRules,
  ...ownRateRules,
  ...carrierFailureRules,
  ...carrierAccountRules,
  ...sandboxRules,
  ...labelRules,
  ...labelAddressRules,
  ...labelLifeRules,
  ...labelRefusalRules,
  ...downloadRules,
  ...voidRules,
  ...voidWindowRules,
  ...walletRules,
  ...liveMoneyRules,
  ...eachCarrierRules,
  ...trackerRules,
  ...trackingRules,
  ...refreshRules,
  ...batchRules,
  ...batchProcessingRules,
  ...batchLabelRules,
  ...batchMoneyRules,
  ...liveBatchRules,
  ...webhookRules,
  ...eventPayloadRules,
  ...eventTimeRules,
  ...liveEventRules,
  ...eachEventRules,
  ...retryRules,
  ...attemptPayloadRules,
  ...separateRetryRules,
  ...deliveryRules,
  ...logOutcomeRules,
  ...limitRules,
  ...windowRules,
]
