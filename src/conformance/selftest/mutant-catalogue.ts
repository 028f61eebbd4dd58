import type { Mutant } from './mutant.ts'
import { walletMutants } from './mutants/wallet.ts'

/** Every deviation that the suite must catch. */
export const mutants: readonly Mutant[] = [...walletMutants]
