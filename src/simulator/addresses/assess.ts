import type { Address } from '../specification/model.ts'
import { explainUndeliverable } from './deliverability.ts'
import { hasHouseNumber } from './house-number.ts'
import { isResidential, isUnitedStates } from './kind.ts'
import { normaliseAddress } from './normalise.ts'
import { suggestAddresses } from './suggestions.ts'

export type Assessment =
  | { readonly kind: 'deliverable'; readonly residential: boolean; readonly address: Address }
  | { readonly kind: 'undeliverable'; readonly reason: string }
  | { readonly kind: 'ambiguous'; readonly suggestions: readonly Address[] }

/**
 * Validates an address (specification, POST /v1/addresses/validate). Returns the address as carriers print it, or the
 * reason why no carrier can deliver to it, or several houses that it could mean. An address that is both undeliverable
 * and ambiguous is undeliverable.
 */
export function assessAddress(address: Address): Assessment {
  const reason = explainUndeliverable(address)
  if (reason !== undefined) return { kind: 'undeliverable', reason }
  // Other countries write addresses in too many formats to tell that a number is missing (choices 20).
  if (isUnitedStates(address) && !hasHouseNumber(address))
    return { kind: 'ambiguous', suggestions: suggestAddresses(address) }
  return { kind: 'deliverable', residential: isResidential(address), address: normaliseAddress(address) }
}
