import { batchWitnesses } from './batches.ts'
import { conventionWitnesses } from './conventions.ts'
import { isolationWitnesses } from './isolation.ts'
import { keyWitnesses } from './keys.ts'
import { labelWitnesses } from './labels.ts'
import { limitWitnesses } from './limits.ts'
import { rateWitnesses } from './rates.ts'
import { trackerWitnesses } from './trackers.ts'
import { voidWitnesses } from './voids.ts'
import { walletWitnesses } from './wallet.ts'
import { webhookWitnesses } from './webhooks.ts'
import type { Witness } from './world.ts'

/** How to see each deviation that the walks of the suite have to find. */
export const witnesses: Readonly<Record<string, Witness>> = {
  ...walletWitnesses,
  ...rateWitnesses,
  ...labelWitnesses,
  ...voidWitnesses,
  ...batchWitnesses,
  ...trackerWitnesses,
  ...webhookWitnesses,
  ...keyWitnesses,
  ...limitWitnesses,
  ...isolationWitnesses,
  ...conventionWitnesses,
}
