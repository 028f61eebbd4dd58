import type { Mutant } from '../../../selftest/mutant.ts'
import { aftermathMutants } from './wallet/aftermath.ts'
import { balanceMutants } from './wallet/balances.ts'
import { batchChargeMutants } from './wallet/batch-charges.ts'
import { chargeMutants } from './wallet/charges.ts'
import { feeMutants } from './wallet/fees.ts'
import { togetherMutants } from './wallet/together.ts'
import { refusalMutants } from './wallet/wants.ts'

/** Money: what one call leaves behind for another in the wallets. */
export const walletExplorationMutants: readonly Mutant[] = [
  ...chargeMutants,
  ...batchChargeMutants,
  ...balanceMutants,
  ...refusalMutants,
  ...feeMutants,
  ...togetherMutants,
  ...aftermathMutants,
]
