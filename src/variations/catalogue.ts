import { batchVariations } from './catalogue/batches.ts'
import { bodyVariations } from './catalogue/bodies.ts'
import { carrierVariations } from './catalogue/carriers.ts'
import { errorContentVariations } from './catalogue/error-contents.ts'
import { headerVariations } from './catalogue/headers.ts'
import { purchaseVariations } from './catalogue/purchases.ts'
import { quoteVariations } from './catalogue/quotes.ts'
import { recordVariations } from './catalogue/records.ts'
import { responseShapeVariations } from './catalogue/response-shapes.ts'
import { timingVariations } from './catalogue/timing.ts'
import { unspecifiedFieldVariations } from './catalogue/unspecified-fields.ts'
import { webhookVariations } from './catalogue/webhooks.ts'
import type { Variation } from './variation.ts'

/** All variations of the service that only change its messages. Users can choose those that have `offered`. */
export const catalogue: readonly Variation[] = [
  ...bodyVariations,
  ...carrierVariations,
  ...headerVariations,
  ...unspecifiedFieldVariations,
  ...quoteVariations,
  ...responseShapeVariations,
  ...webhookVariations,
  ...timingVariations,
  ...recordVariations,
  ...purchaseVariations,
  ...batchVariations,
  ...errorContentVariations,
]
