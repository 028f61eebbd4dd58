import { endpointOf } from '../../../http/cause.ts'
import { expectThat } from '../../../http/expect.ts'
import type { Fields } from '../../../http/fields.ts'
import { showValue } from '../../../http/show.ts'
import type { RuleId } from '../../../rule.ts'
import type { RuleContext } from '../../../rule-context.ts'
import type { Judged } from '../../../section.ts'
import { isSamePhone, isText } from './address-comparison.ts'

/** The fields of a label that are addresses. */
export const addressFields = ['from_address', 'to_address'] as const
/** A field of a label that is an address. */
export type AddressField = (typeof addressFields)[number]

/** The field names of each part of a complete address. The street has one of two names. */
const fieldsOfPart = {
  name: ['name'],
  street: ['street', 'street1'],
  city: ['city'],
  state: ['state'],
  zip: ['zip'],
  country: ['country'],
  phone: ['phone'],
  email: ['email'],
} as const
type AddressPart = keyof typeof fieldsOfPart

/** For each part of both addresses of a label: the id of the rule about it, the statements that the rule checks, the address, the part. */
export const addressPartRules: readonly (readonly [RuleId, Judged, AddressField, AddressPart])[] = [
  ['LABEL-101', ['RESOURCES-7', 'RESOURCES-65', 'ENDPOINTS-48', 'VERSIONING-8'], 'from_address', 'name'],
  ['LABEL-102', ['RESOURCES-9'], 'from_address', 'street'],
  ['LABEL-103', ['RESOURCES-11'], 'from_address', 'city'],
  ['LABEL-104', ['RESOURCES-13'], 'from_address', 'state'],
  ['LABEL-105', ['RESOURCES-15'], 'from_address', 'zip'],
  ['LABEL-106', ['RESOURCES-17'], 'from_address', 'country'],
  ['LABEL-107', ['RESOURCES-19'], 'from_address', 'phone'],
  ['LABEL-108', ['RESOURCES-21'], 'from_address', 'email'],
  ['LABEL-111', ['RESOURCES-8', 'RESOURCES-66', 'VERSIONING-8'], 'to_address', 'name'],
  ['LABEL-112', ['RESOURCES-10'], 'to_address', 'street'],
  ['LABEL-113', ['RESOURCES-12'], 'to_address', 'city'],
  ['LABEL-114', ['RESOURCES-14'], 'to_address', 'state'],
  ['LABEL-115', ['RESOURCES-16'], 'to_address', 'zip'],
  ['LABEL-116', ['RESOURCES-18'], 'to_address', 'country'],
  ['LABEL-117', ['RESOURCES-20'], 'to_address', 'phone'],
  ['LABEL-118', ['RESOURCES-22', 'ENDPOINTS-48'], 'to_address', 'email'],
]

/** Returns the value of an address part: of its first field with a text, or, if no field has a text, of its first field that is present. */
export function addressPartOf(address: Fields, part: AddressPart): unknown {
  const values = fieldsOfPart[part].map((name) => address.raw(name))
  return values.find(isText) ?? values.find((value) => value !== undefined)
}

/**
 * Checks that an address of a label has a part. If the request had no phone number or email address, the service may show
 * any text or null. Throws RuleBroken.
 */
export function expectAddressPart(
  t: RuleContext,
  address: Fields,
  { place, part }: { place: AddressField; part: AddressPart },
): void {
  const given = t.setup.ratesBody()[place][part === 'street' ? 'street1' : part]
  const shown = addressPartOf(address, part)
  const isThere =
    part === 'phone' || part === 'email'
      ? shown === null || (typeof shown === 'string' && isSameContact(part, { shown, given }))
      : isText(shown) || (shown === '' && !isText(given))
  const isMadeUp = (part === 'phone' || part === 'email') && !isText(given)
  const isSilent = shown === undefined || shown === null || shown === ''
  const names = fieldsOfPart[part].join(' or ')
  expectThat(isThere, {
    expected: isMadeUp
      ? `${place}.${names}: the request had none, so any text or null`
      : `${place}.${names}${isText(given) ? `, as given in the request` : ''}`,
    actual: isSilent
      ? `no ${names} in ${place}, which has ${Object.keys(address.value).join(', ') || 'nothing'}`
      : `${place}.${names} ${showValue(shown)}`,
    answer: address.answer,
    cause: {
      kind: isSilent ? 'missing-field' : 'wrong-field',
      endpoint: endpointOf(address.answer),
      field: `${place}.${names}`,
    },
  })
}

/** Returns true if a label shows the phone number or email address that was sent. */
function isSameContact(
  part: 'phone' | 'email',
  { shown, given }: { shown: string; given: unknown },
): boolean {
  if (!isText(given) || !isText(shown)) return true
  return part === 'phone'
    ? isSamePhone(shown, given)
    : shown.trim().toLowerCase() === given.trim().toLowerCase()
}

/** Checks that a label has a complete address in this field. Throws RuleBroken. */
export function expectCompleteAddress(t: RuleContext, label: Fields, place: AddressField): void {
  const address = label.object(place)
  for (const [, , where, part] of addressPartRules)
    if (where === place) expectAddressPart(t, address, { place, part })
}
