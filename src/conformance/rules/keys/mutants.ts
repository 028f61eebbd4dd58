import { buildErrorCodeMutants } from '../../proof/error-codes.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { environmentMutants } from './mutants/environments.ts'
import { keyMutants } from './mutants/keys.ts'
import { laxKeyMutants } from './mutants/lax-keys.ts'
import { keyLifetimeMutants } from './mutants/lifetimes.ts'
import { rotationMutants } from './mutants/owners.ts'
import { refusedKeyMutants } from './mutants/refused-keys.ts'
import { scopeMutants } from './mutants/scopes.ts'

/** Deliberately broken services (mutants) that the rules about keys must catch. */
export const mutants: readonly Mutant[] = [
  ...buildErrorCodeMutants('AUTH.KEY.MISSING', 'KEY-112'),
  ...buildErrorCodeMutants('AUTH.KEY.INVALID', 'KEY-002'),
  ...buildErrorCodeMutants('AUTH.KEY.REVOKED', 'KEY-009'),
  ...buildErrorCodeMutants('AUTH.KEY.EXPIRED', 'KEY-011'),
  ...buildErrorCodeMutants('AUTH.KEY.INSUFFICIENT_SCOPE', 'SCOPE-011'),
  ...buildErrorCodeMutants('AUTH.KEY.SANDBOX_IN_PRODUCTION', 'KEY-013'),
  ...keyMutants,
  ...refusedKeyMutants,
  ...environmentMutants,
  ...scopeMutants,
  ...laxKeyMutants,
  ...rotationMutants,
  ...keyLifetimeMutants,
]
