import { buildErrorCodeMutants } from '../../proof/error-codes.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { carrierFailureMutants } from './mutants/carrier-failures.ts'
import { keptRateMutants } from './mutants/kept-rates.ts'
import { rateLifetimeMutants } from './mutants/lifetimes.ts'
import { manyFailureMutants } from './mutants/many-failures.ts'
import { partialQuoteMutants } from './mutants/partial-quotes.ts'
import { rateBoundaryMutants } from './mutants/rate-boundaries.ts'
import { rateMutants } from './mutants/rates.ts'

/** Deliberately broken services (mutants) that the rules about rates must catch. */
export const mutants: readonly Mutant[] = [
  ...buildErrorCodeMutants('RATE.EXPIRED', 'RATE-014'),
  ...buildErrorCodeMutants('RATE.NOT_FOUND', 'RATE-015'),
  ...buildErrorCodeMutants('RATE.CARRIER.UNAVAILABLE', 'RATE-109'),
  ...rateMutants,
  ...keptRateMutants,
  ...carrierFailureMutants,
  ...partialQuoteMutants,
  ...rateBoundaryMutants,
  ...rateLifetimeMutants,
  ...manyFailureMutants,
]
