import { withJson } from '../../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../../src/conformance/wire/fields.ts'
import {
  acceptsInsteadOf,
  answersWith,
  isAbout,
  isOf,
  type Json,
  objects,
  refused,
  refusesWith,
  sent,
  succeedsWith,
} from '../answers.ts'
import { broken, listed } from '../breakage.ts'

/** Addresses and parcels (choices 17 to 22). */

export const addressChoices = listed({
  17: [
    acceptsInsteadOf('VALIDATION.FIELD.REQUIRED', isAbout(/^(street1|city|state|zip|country)$/)),
    acceptsInsteadOf('VALIDATION.FIELD.REQUIRED', isAbout(/_address\.name$/)),
    answersWith('To validate an address takes a name.', (response, request) =>
      isOf(request, 'validateAddress') && response.status === 200 && !('name' in sent(request))
        ? refused(response, 'VALIDATION.FIELD.REQUIRED')
        : undefined,
    ),
    succeedsWith('A second line of the street is lost.', 'validateAddress', ({ address, ...rest }) => ({
      ...rest,
      address: isObject(address) ? { ...address, street2: null } : address,
    })),
  ],
  18: [
    succeedsWith('The address is as it was sent.', 'validateAddress', (json, request) => ({
      ...json,
      address: { ...sent(request), street2: null },
    })),
    succeedsWith('The address is not shown.', 'validateAddress', ({ address: _, ...rest }) => rest),
  ],
  19: [acceptsInsteadOf('ADDRESS.VALIDATION.FAILED'), acceptsInsteadOf('LABEL.ADDRESS.UNDELIVERABLE')],
  20: [
    acceptsInsteadOf('ADDRESS.VALIDATION.AMBIGUOUS'),
    refusesWith('There is one suggestion.', 'ADDRESS.VALIDATION.AMBIGUOUS', ({ suggestions, ...rest }) => ({
      ...rest,
      suggestions: objects(suggestions).slice(0, 1),
    })),
    refusesWith(
      'A suggestion is no whole address.',
      'ADDRESS.VALIDATION.AMBIGUOUS',
      ({ suggestions, ...rest }) => ({
        ...rest,
        suggestions: objects(suggestions).map((each) => ({ ...each, street1: 'Oak Street' })),
      }),
    ),
  ],
  21: [
    succeedsWith('A label has street alone.', 'buyLabel', ({ to_address, ...rest }) => {
      const { street1: _, ...others }: Json = isObject(to_address) ? { ...to_address } : {}
      return { ...rest, to_address: others }
    }),
    succeedsWith('Numbers are made up anew.', 'getLabel', ({ to_address, ...rest }) => ({
      ...rest,
      to_address: isObject(to_address) ? { ...to_address, phone: '+15125550199' } : to_address,
    })),
    succeedsWith('What was sent is made up.', 'buyLabel', ({ from_address, ...rest }) => ({
      ...rest,
      from_address: isObject(from_address) ? { ...from_address, phone: '+15125550199' } : from_address,
    })),
  ],
  22: [
    acceptsInsteadOf('VALIDATION.FIELD.REQUIRED', isAbout(/^parcel\./)),
    broken('Sizes do not count.', {
      request: (request) => {
        const { parcel, ...rest } = sent(request)
        if (!isOf(request, 'createRates') || !isObject(parcel) || !('length' in parcel)) return undefined
        return withJson(request, { ...rest, parcel: { ...parcel, length: 1, width: 1, height: 1 } })
      },
    }),
  ],
})
