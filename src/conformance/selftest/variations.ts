import type { Variation } from './variation.ts'
import { batchVariations } from './variations/batches.ts'
import { bodyVariations } from './variations/bodies.ts'
import { carrierVariations } from './variations/carriers.ts'
import { errorContentVariations } from './variations/error-contents.ts'
import { eventVariations } from './variations/events.ts'
import { headerVariations } from './variations/headers.ts'
import { limitVariations } from './variations/limits.ts'
import { priceVariations } from './variations/prices.ts'
import { purchaseVariations } from './variations/purchases.ts'
import { recordVariations } from './variations/records.ts'
import { refusalVariations } from './variations/refusals.ts'
import { responseShapeVariations } from './variations/response-shapes.ts'
import { timingVariations } from './variations/timing.ts'
import { unspecifiedFieldVariations } from './variations/unspecified-fields.ts'
import { webhookVariations } from './variations/webhooks.ts'

/** All variations. */
export const variations: readonly Variation[] = [
  ...bodyVariations,
  ...carrierVariations,
  ...headerVariations,
  ...limitVariations,
  ...unspecifiedFieldVariations,
  ...responseShapeVariations,
  ...webhookVariations,
  ...eventVariations,
  ...timingVariations,
  ...recordVariations,
  ...purchaseVariations,
  ...priceVariations,
  ...refusalVariations,
  ...batchVariations,
  ...errorContentVariations,
]
