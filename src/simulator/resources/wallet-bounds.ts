import { minimumFundingCents } from '../specification/operations.ts'

/**
 * The maximum amount of one change of the wallet, in requests, scenario files and snapshots. With it, every sum stays
 * an exact number of cents.
 */

const maxRequestedCents = 1_000_000_000_000

/** The maximum balance of a wallet. */
export const maxBalanceCents = 9_000_000_000_000_000

/** The minimum and the maximum of each amount that a request may contain, in cents. */
export const amountBounds = {
  balance: { min: 0, max: maxRequestedCents },
  funding: { min: minimumFundingCents, max: maxRequestedCents },
  threshold: { min: 0, max: maxRequestedCents },
  reload: { min: minimumFundingCents, max: maxRequestedCents },
} as const

/** The maximum number of card payments that can be set to be declined. */
export const maxDeclinedPayments = 10_000
