import type { Variation } from './variation.ts'
import { bodyVariations } from './variations/bodies.ts'
import { eventVariations } from './variations/events.ts'
import { headerVariations } from './variations/headers.ts'
import { meaningVariations } from './variations/meanings.ts'
import { purchaseVariations } from './variations/purchases.ts'
import { recordVariations } from './variations/records.ts'
import { refusalVariations } from './variations/refusals.ts'
import { webhookVariations } from './variations/webhooks.ts'

/** Services that the specification allows and the simulator is not. */
export const variations: readonly Variation[] = [
  ...bodyVariations,
  ...headerVariations,
  ...meaningVariations,
  ...webhookVariations,
  ...eventVariations,
  ...recordVariations,
  ...purchaseVariations,
  ...refusalVariations,
]
