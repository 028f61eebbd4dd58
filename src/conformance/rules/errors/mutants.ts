import type { Mutant } from '../../proof/mutant.ts'
import { errorMutants } from './mutants/errors.ts'
import { oddRequestMutants } from './mutants/odd-requests.ts'

/** Deviations that the rules of this topic catch. */
export const mutants: readonly Mutant[] = [...errorMutants, ...oddRequestMutants]
