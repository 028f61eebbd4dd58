import * as z from 'zod'
import { findCarrier } from '../carriers/carrier.ts'
import { type CarrierName, carrierNames } from '../specification/model.ts'

/** For a schema's `transform`: the carrier a text names, in any letter case; a refusal that names them all for any other. */
export function toCarrierName(text: string, context: z.RefinementCtx): CarrierName {
  const carrier = findCarrier(text)
  if (carrier !== undefined) return carrier.name
  context.addIssue({ code: 'custom', message: `must be one of ${carrierNames.join(', ')}` })
  return z.NEVER
}
