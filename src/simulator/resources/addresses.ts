import { assessAddress } from '../addresses/assess.ts'
import { suggestAddresses } from '../addresses/suggestions.ts'
import type { AddressBody, ValidationBody } from '../bodies/addresses.ts'
import { triggerFault } from '../faults/trigger-fault.ts'
import type { Call } from '../requests/call.ts'
import { findRequestedCode, magicCodes, readMagic } from '../requests/magic.ts'
import { type ErrorCode, fail } from '../specification/errors.ts'
import type { Address } from '../specification/model.ts'

/**
 * Validates an address (specification, POST /v1/addresses/validate; choices 17 to 20). Throws
 * ADDRESS.VALIDATION.FAILED, AMBIGUOUS or SERVICE_ERROR.
 */
export function validateAddress(call: Call, address: Address): ValidationBody {
  const asked = findRequestedOutcome(call, address)
  // A magic word takes precedence over a fault; the fault then does not count as triggered.
  const isDown = asked === undefined ? isFailedByFault(call) : asked === 'ADDRESS.VALIDATION.SERVICE_ERROR'
  if (isDown) fail('ADDRESS.VALIDATION.SERVICE_ERROR')
  const assessment = assessAddress(address)
  if (asked === 'ADDRESS.VALIDATION.AMBIGUOUS') refuseAmbiguousAddress(suggestOtherHouses(address))
  if (asked === 'ADDRESS.VALIDATION.FAILED') fail('ADDRESS.VALIDATION.FAILED')
  if (assessment.kind === 'undeliverable') fail('ADDRESS.VALIDATION.FAILED', { message: assessment.reason })
  if (assessment.kind === 'ambiguous') refuseAmbiguousAddress(assessment.suggestions)
  return { valid: true, residential: assessment.residential, address: buildAddressBody(assessment.address) }
}

function findRequestedOutcome(call: Call, address: Address): ErrorCode | undefined {
  if (!call.context.settings.magic) return undefined
  const code = findRequestedCode([readMagic(address, '')], magicCodes.validation)
  if (code !== undefined) call.noteDecision(`sim:${code}`)
  return code
}

/** Whether a fault makes this validation of an address fail. */
function isFailedByFault(call: Call): boolean {
  const fault = triggerFault(call.context, { target: 'address_validation', operation: '*' })
  if (fault === undefined) return false
  call.noteDecision(`fault ${fault.id}`)
  switch (fault.mode) {
    case 'down':
      return true
    case 'slow':
      call.delayResponse(fault.latencyMs ?? 0)
      return false
  }
}

/** Returns suggestions for an address that only its magic word makes ambiguous: other houses of the same street. */
function suggestOtherHouses(address: Address): readonly Address[] {
  const street1 = address.street1.replace(/sim:ADDRESS\.\S*|\d+/g, '').trim()
  return suggestAddresses({ ...address, street1 })
}

function refuseAmbiguousAddress(suggestions: readonly Address[]): never {
  return fail('ADDRESS.VALIDATION.AMBIGUOUS', { extras: { suggestions: suggestions.map(buildAddressBody) } })
}

/** Returns an address in the form of the response to a validation. */
export function buildAddressBody(address: Address): AddressBody {
  return {
    name: address.name ?? null,
    street1: address.street1,
    street2: address.street2 ?? null,
    city: address.city,
    state: address.state,
    zip: address.zip,
    country: address.country,
    ...(address.company !== undefined && { company: address.company }),
    ...(address.phone !== undefined && { phone: address.phone }),
    ...(address.email !== undefined && { email: address.email }),
  }
}
