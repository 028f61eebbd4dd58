import { minimumFundingCents } from '../specification/operations.ts'

/** How much money there may be: one place for the wire, scenario files and snapshots, so that every sum stays an exact number of cents. */

const mostAskedCents = 1_000_000_000_000

/** What a wallet can hold, whatever comes in. */
export const mostBalanceCents = 9_000_000_000_000_000

/** What can be asked of a wallet at once, field by field. */
export const askedCents = {
  balance: { min: 0, max: mostAskedCents },
  funding: { min: minimumFundingCents, max: mostAskedCents },
  threshold: { min: 0, max: mostAskedCents },
  reload: { min: minimumFundingCents, max: mostAskedCents },
} as const
