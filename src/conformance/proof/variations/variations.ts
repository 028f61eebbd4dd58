import type { Variation } from '../variation.ts'
import { batchVariations } from './batches.ts'
import { bodyVariations } from './bodies.ts'
import { carrierVariations } from './carriers.ts'
import { errorContentVariations } from './error-contents.ts'
import { eventVariations } from './events.ts'
import { headerVariations } from './headers.ts'
import { limitVariations } from './limits.ts'
import { priceVariations } from './prices.ts'
import { purchaseVariations } from './purchases.ts'
import { recordVariations } from './records.ts'
import { refusalVariations } from './refusals.ts'
import { responseShapeVariations } from './response-shapes.ts'
import { timingVariations } from './timing.ts'
import { unspecifiedFieldVariations } from './unspecified-fields.ts'
import { webhookVariations } from './webhooks.ts'

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
