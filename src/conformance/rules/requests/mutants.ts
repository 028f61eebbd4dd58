import { buildErrorCodeMutants } from '../../proof/error-codes.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { fieldMutants } from './mutants/fields.ts'
import { oddBodyMutants } from './mutants/odd-bodies.ts'

/** Deliberately broken services (mutants) that the rules about request bodies must catch. */
export const mutants: readonly Mutant[] = [
  ...buildErrorCodeMutants('VALIDATION.FIELD.REQUIRED', 'VAL-001'),
  ...buildErrorCodeMutants('VALIDATION.FIELD.INVALID', 'VAL-101'),
  ...fieldMutants,
  ...oddBodyMutants,
]
