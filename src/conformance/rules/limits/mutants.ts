import { codeMutants } from '../../proof/error-codes.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { everyKeyMutants } from './mutants/every-key.ts'
import { limitMutants } from './mutants/limits.ts'
import { windowMutants } from './mutants/windows.ts'

/** Deviations that the rules of this topic catch. */
export const mutants: readonly Mutant[] = [
  ...codeMutants('AUTH.RATE_LIMIT.EXCEEDED', 'LIMIT-211'),
  ...limitMutants,
  ...windowMutants,
  ...everyKeyMutants,
]
