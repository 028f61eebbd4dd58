import { minimumFundingCents } from '../specification/operations.ts'

/** Bounds of amounts, for requests, scenario files and snapshots: every sum stays an exact number of cents. */

const mostAskedCents = 1_000_000_000_000

/** The maximum balance of a wallet. */
export const maxBalanceCents = 9_000_000_000_000_000

/** Bounds of the amounts in one request, by field. */
export const amountBounds = {
  balance: { min: 0, max: mostAskedCents },
  funding: { min: minimumFundingCents, max: mostAskedCents },
  threshold: { min: 0, max: mostAskedCents },
  reload: { min: minimumFundingCents, max: mostAskedCents },
} as const
