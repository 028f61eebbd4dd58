import type { Variation } from './variation.ts'
import { batchVariations } from './variations/batches.ts'
import { bodyVariations } from './variations/bodies.ts'
import { carrierVariations } from './variations/carriers.ts'
import { eventVariations } from './variations/events.ts'
import { headerVariations } from './variations/headers.ts'
import { lateVariations } from './variations/late.ts'
import { limitVariations } from './variations/limits.ts'
import { meaningVariations } from './variations/meanings.ts'
import { otherWordVariations } from './variations/other-words.ts'
import { purchaseVariations } from './variations/purchases.ts'
import { recordVariations } from './variations/records.ts'
import { refusalVariations } from './variations/refusals.ts'
import { toldOtherwiseVariations } from './variations/told-otherwise.ts'
import { webhookVariations } from './variations/webhooks.ts'

/** Services that the specification allows and the simulator is not. */
export const variations: readonly Variation[] = [
  ...bodyVariations,
  ...carrierVariations,
  ...headerVariations,
  ...limitVariations,
  ...meaningVariations,
  ...toldOtherwiseVariations,
  ...webhookVariations,
  ...eventVariations,
  ...lateVariations,
  ...recordVariations,
  ...purchaseVariations,
  ...refusalVariations,
  ...batchVariations,
  ...otherWordVariations,
]
