import type { Mutant } from '../../../selftest/mutant.ts'
import { doneMutants } from './batches/done.ts'
import { failureMutants } from './batches/failures.ts'
import { mixedMutants } from './batches/mixed.ts'
import { otherBatches } from './batches/others.ts'
import { refusalMutants } from './batches/refusals.ts'
import { togetherMutants } from './batches/together.ts'

/** Batches: one beside another, and what fails in them. */
export const batchExplorationMutants: readonly Mutant[] = [
  ...mixedMutants,
  ...refusalMutants,
  ...togetherMutants,
  ...failureMutants,
  ...doneMutants,
  ...otherBatches,
]
