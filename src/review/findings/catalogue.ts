import type { Finding } from '../finding.ts'
import { keyInUrl } from './keys/key-in-url.ts'
import { keyRefusalRepeated } from './keys/key-refusal-repeated.ts'
import { keySchemeWrong } from './keys/key-scheme-wrong.ts'
import { scopeRefusalRepeated } from './keys/scope-refusal-repeated.ts'
import { batchPolledInALoop } from './pace/batch-polled-in-a-loop.ts'
import { connectionNotKept } from './pace/connection-not-kept.ts'
import { serverErrorHammered } from './pace/server-error-hammered.ts'
import { trackerPolledOften } from './pace/tracker-polled-often.ts'
import { purchaseRepeated } from './purchase-repeated.ts'
import { addressAmbiguousBought } from './purchases/address-ambiguous-bought.ts'
import { labelReadAfterPurchase } from './purchases/label-read-after-purchase.ts'
import { purchaseLostUnchecked } from './purchases/purchase-lost-unchecked.ts'
import { purchaseUnfundedRepeated } from './purchases/purchase-unfunded-repeated.ts'
import { rateBoughtAtOnce } from './purchases/rate-bought-at-once.ts'
import { voidRefusalRepeated } from './purchases/void-refusal-repeated.ts'
import { rateExpiredReused } from './rate-expired-reused.ts'
import { bodyFieldUnknown } from './requests/body-field-unknown.ts'
import { bodyOnGet } from './requests/body-on-get.ts'
import { contentTypeWrong } from './requests/content-type-wrong.ts'
import { idUnset } from './requests/id-unset.ts'
import { methodWrong } from './requests/method-wrong.ts'
import { pathUnknown } from './requests/path-unknown.ts'
import { queryUnknown } from './requests/query-unknown.ts'
import { refusalRepeated } from './requests/refusal-repeated.ts'
import { retryAfterIgnored } from './retry-after-ignored.ts'
import { webhookRedirected } from './webhooks/webhook-redirected.ts'
import { webhookRefused } from './webhooks/webhook-refused.ts'
import { webhookSlow } from './webhooks/webhook-slow.ts'

/** All findings, in the order in which lists show them: by severity, then by id. */
export const findings: readonly Finding[] = [
  // The findings with the severity `error`.
  contentTypeWrong,
  idUnset,
  keyInUrl,
  keySchemeWrong,
  methodWrong,
  pathUnknown,
  purchaseRepeated,
  rateBoughtAtOnce,
  rateExpiredReused,
  retryAfterIgnored,
  webhookRedirected,
  webhookRefused,
  // The findings with the severity `warning`.
  addressAmbiguousBought,
  batchPolledInALoop,
  bodyFieldUnknown,
  bodyOnGet,
  keyRefusalRepeated,
  purchaseUnfundedRepeated,
  queryUnknown,
  refusalRepeated,
  scopeRefusalRepeated,
  serverErrorHammered,
  voidRefusalRepeated,
  webhookSlow,
  // The findings with the severity `note`.
  connectionNotKept,
  labelReadAfterPurchase,
  purchaseLostUnchecked,
  trackerPolledOften,
]

/** Returns the finding with this id, in letters of any case; undefined for an unknown id. */
export function findFinding(id: string): Finding | undefined {
  return findings.find((finding) => finding.id === id.toUpperCase())
}
