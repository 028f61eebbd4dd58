import type { Mutant } from '../../proof/mutant.ts'
import { errorMutants } from './mutants/errors.ts'
import { oddRequestMutants } from './mutants/odd-requests.ts'

/** Deliberately broken services (mutants) that the rules about errors must catch. */
export const mutants: readonly Mutant[] = [...errorMutants, ...oddRequestMutants]
