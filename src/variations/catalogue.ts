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

/**
 * All variations that change only HTTP messages: requests, responses and webhook deliveries. Variations that also need
 * calls to the control protocol are in src/conformance/proof. Users can choose a variation if it has the field `offered`.
 */
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
