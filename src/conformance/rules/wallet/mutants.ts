import type { Mutant } from '../../proof/mutant.ts'
import { largeAndManyMutants } from './mutants/large-and-many.ts'
import { moneyMutants } from './mutants/money.ts'
import { walletMutants } from './mutants/wallet.ts'

/** Deliberately broken services (mutants) that the rules about the wallet must catch. */
export const mutants: readonly Mutant[] = [...walletMutants, ...moneyMutants, ...largeAndManyMutants]
