import type { Rule } from './rule.ts'
import { addressRules } from './rules/addresses/addresses.ts'
import { batchLabelRules } from './rules/batches/batch-labels.ts'
import { batchMoneyRules } from './rules/batches/batch-money.ts'
import { batchProcessingRules } from './rules/batches/batch-processing.ts'
import { batchRules } from './rules/batches/batches.ts'
import { liveBatchRules } from './rules/batches/live-batches.ts'
import { carrierAccountRules } from './rules/carrier-accounts/carrier-accounts.ts'
import { conventionRules } from './rules/conventions/conventions.ts'
import { headerRules } from './rules/conventions/headers.ts'
import { downloadRules } from './rules/downloads/downloads.ts'
import { errorRules } from './rules/errors/errors.ts'
import { environmentRules } from './rules/keys/environments.ts'
import { keyRules } from './rules/keys/keys.ts'
import { refusedKeyRules } from './rules/keys/refused-keys.ts'
import { scopeRules } from './rules/keys/scopes.ts'
import { eachCarrierRules, eachEventRules } from './rules/labels/each-carrier.ts'
import { labelAddressRules } from './rules/labels/label-addresses.ts'
import { labelLifeRules } from './rules/labels/label-life.ts'
import { labelRefusalRules } from './rules/labels/label-refusals.ts'
import { labelRules } from './rules/labels/labels.ts'
import { sandboxRules } from './rules/labels/sandbox.ts'
import { limitRules } from './rules/limits/limits.ts'
import { windowRules } from './rules/limits/windows.ts'
import { carrierFailureRules } from './rules/rates/carrier-failures.ts'
import { ownRateRules } from './rules/rates/own-rates.ts'
import { rateValidityRules } from './rules/rates/rate-validity.ts'
import { rateRules } from './rules/rates/rates.ts'
import { oddRequestRules } from './rules/requests/odd-requests.ts'
import { validationRules } from './rules/requests/validation.ts'
import { trackerRules } from './rules/tracking/trackers.ts'
import { trackingRules } from './rules/tracking/tracking.ts'
import { refreshRules } from './rules/tracking/tracking-refresh.ts'
import { voidWindowRules } from './rules/voids/void-windows.ts'
import { voidRules } from './rules/voids/voids.ts'
import { liveMoneyRules } from './rules/wallet/live-money.ts'
import { walletRules } from './rules/wallet/wallet.ts'
import { attemptPayloadRules } from './rules/webhooks/attempt-payloads.ts'
import { deliveryRules } from './rules/webhooks/deliveries.ts'
import { eventPayloadRules } from './rules/webhooks/event-payload.ts'
import { eventTimeRules } from './rules/webhooks/event-times.ts'
import { liveEventRules } from './rules/webhooks/live-events.ts'
import { logOutcomeRules } from './rules/webhooks/log-outcomes.ts'
import { retryRules } from './rules/webhooks/retries.ts'
import { separateRetryRules } from './rules/webhooks/separate-retries.ts'
import { webhookRules } from './rules/webhooks/webhooks.ts'

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
