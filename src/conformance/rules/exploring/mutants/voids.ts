import type { Mutant } from '../../../selftest/mutant.ts'
import { doneMutants } from './voids/done.ts'
import { otherVoids } from './voids/others.ts'
import { voidRefusals } from './voids/refusals.ts'
import { voidStatus } from './voids/status.ts'

/** Voids: of one label beside another, and what becomes of the label. */
export const voidExplorationMutants: readonly Mutant[] = [
  ...voidStatus,
  ...voidRefusals,
  ...doneMutants,
  ...otherVoids,
]
