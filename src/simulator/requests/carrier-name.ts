import * as z from 'zod'
import { findCarrier } from '../carriers/carrier.ts'
import { type CarrierName, carrierNames } from '../specification/model.ts'
import { describeAllowedWords } from './similar-words.ts'

/**
 * Returns the carrier with this name, in any letter case, for a schema's `transform`. For any other text it adds a zod
 * issue that lists the carriers.
 */
export function toCarrierName(text: string, context: z.RefinementCtx): CarrierName {
  const carrier = findCarrier(text)
  if (carrier !== undefined) return carrier.name
  context.addIssue({ code: 'custom', message: describeAllowedWords(carrierNames, text) })
  return z.NEVER
}
