import type { Mutant } from '../../../selftest/mutant.ts'
import { mixedMutants } from './keys/mixed.ts'
import { otherKeys } from './keys/others.ts'
import { timeMutants } from './keys/times.ts'

/** Keys: what becomes of them later, and of one when something happens to another. */
export const keyExplorationMutants: readonly Mutant[] = [...timeMutants, ...mixedMutants, ...otherKeys]
