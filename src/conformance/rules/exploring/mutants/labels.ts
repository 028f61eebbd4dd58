import type { Mutant } from '../../../selftest/mutant.ts'
import { historyMutants } from './labels/history.ts'
import { otherLabels } from './labels/others.ts'
import { purchaseMutants } from './labels/purchases.ts'
import { readingMutants } from './labels/reading.ts'
import { textMutants } from './labels/texts.ts'
import { meetingMutants } from './labels/together.ts'

/** Labels: what one leaves behind for another, and for whoever reads it. */
export const labelExplorationMutants: readonly Mutant[] = [
  ...readingMutants,
  ...purchaseMutants,
  ...historyMutants,
  ...textMutants,
  ...meetingMutants,
  ...otherLabels,
]
