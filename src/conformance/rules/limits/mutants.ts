import { buildErrorCodeMutants } from '../../proof/error-codes.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { everyKeyMutants } from './mutants/every-key.ts'
import { limitMutants } from './mutants/limits.ts'
import { windowMutants } from './mutants/windows.ts'

/** Deliberately broken services (mutants) that the rules about rate limits must catch. */
export const mutants: readonly Mutant[] = [
  ...buildErrorCodeMutants('AUTH.RATE_LIMIT.EXCEEDED', 'LIMIT-211'),
  ...limitMutants,
  ...windowMutants,
  ...everyKeyMutants,
]
