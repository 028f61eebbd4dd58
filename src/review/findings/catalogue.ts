import type { Finding } from '../finding.ts'
import { purchaseRepeated } from './purchase-repeated.ts'
import { rateExpiredReused } from './rate-expired-reused.ts'
import { retryAfterIgnored } from './retry-after-ignored.ts'

/** All findings, in the order in which lists show them: by severity, then by id. */
export const findings: readonly Finding[] = [
  // Errors.
  purchaseRepeated,
  rateExpiredReused,
  retryAfterIgnored,
  // Warnings.
  // Notes.
]

/** Returns the finding with this id, in letters of any case; undefined for an unknown one. */
export function findFinding(id: string): Finding | undefined {
  return findings.find((finding) => finding.id === id.toUpperCase())
}
