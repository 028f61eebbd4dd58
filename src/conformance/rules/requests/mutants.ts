import { codeMutants } from '../../proof/error-codes.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { fieldMutants } from './mutants/fields.ts'
import { oddBodyMutants } from './mutants/odd-bodies.ts'

/** Deviations that the rules of this topic catch. */
export const mutants: readonly Mutant[] = [
  ...codeMutants('VALIDATION.FIELD.REQUIRED', 'VAL-001'),
  ...codeMutants('VALIDATION.FIELD.INVALID', 'VAL-101'),
  ...fieldMutants,
  ...oddBodyMutants,
]
