import { batchWitnesses } from './batches.ts'
import { labelWitnesses } from './labels.ts'
import { rateWitnesses } from './rates.ts'
import { trackerWitnesses } from './trackers.ts'
import { voidWitnesses } from './voids.ts'
import { walletWitnesses } from './wallet.ts'
import type { Witness } from './world.ts'

/** How to see each deviation that the walks of the suite have to find. */
export const witnesses: Readonly<Record<string, Witness>> = {
  ...walletWitnesses,
  ...rateWitnesses,
  ...labelWitnesses,
  ...voidWitnesses,
  ...batchWitnesses,
  ...trackerWitnesses,
}
