import type { Mutant } from '../../proof/mutant.ts'
import { conventionMutants } from './mutants/conventions.ts'
import { headerMutants } from './mutants/headers.ts'

/** Deviations that the rules of this topic catch. */
export const mutants: readonly Mutant[] = [...conventionMutants, ...headerMutants]
