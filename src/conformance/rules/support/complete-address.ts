import type { RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { endpointOf } from '../../wire/cause.ts'
import { expectThat } from '../../wire/expect.ts'
import type { Fields } from '../../wire/fields.ts'
import { show } from '../../wire/show.ts'
import { isSamePhone, isText } from './address-comparison.ts'

export const addressFields = ['from_address', 'to_address'] as const
export type AddressField = (typeof addressFields)[number]

/** What has to be in a complete address; a street by either of its names. */
const parts = {
  name: ['name'],
  street: ['street', 'street1'],
  city: ['city'],
  state: ['state'],
  zip: ['zip'],
  country: ['country'],
  phone: ['phone'],
  email: ['email'],
} as const
type AddressPart = keyof typeof parts

/** The rules about each part of each address. */
export const addressPartRules: readonly (readonly [RuleId, AddressField, AddressPart])[] = [
  ['LABEL-101', 'from_address', 'name'],
  ['LABEL-102', 'from_address', 'street'],
  ['LABEL-103', 'from_address', 'city'],
  ['LABEL-104', 'from_address', 'state'],
  ['LABEL-105', 'from_address', 'zip'],
  ['LABEL-106', 'from_address', 'country'],
  ['LABEL-107', 'from_address', 'phone'],
  ['LABEL-108', 'from_address', 'email'],
  ['LABEL-111', 'to_address', 'name'],
  ['LABEL-112', 'to_address', 'street'],
  ['LABEL-113', 'to_address', 'city'],
  ['LABEL-114', 'to_address', 'state'],
  ['LABEL-115', 'to_address', 'zip'],
  ['LABEL-116', 'to_address', 'country'],
  ['LABEL-117', 'to_address', 'phone'],
  ['LABEL-118', 'to_address', 'email'],
]

/** The first of these fields that says something, or the first that there is. */
export function partOf(address: Fields, part: AddressPart): unknown {
  const values = parts[part].map((name) => address.raw(name))
  return values.find(isText) ?? values.find((value) => value !== undefined)
}

/** An address in a label has this part; a phone and an email are no part of a request, so that none may be known. */
export function expectPart(
  t: RuleContext,
  address: Fields,
  { place, part }: { place: AddressField; part: AddressPart },
): void {
  const given = t.setup.ratesBody()[place][part === 'street' ? 'street1' : part]
  const shown = partOf(address, part)
  const isThere =
    part === 'phone' || part === 'email'
      ? shown === null || (typeof shown === 'string' && isSameContact(part, { shown, given }))
      : isText(shown) || (shown === '' && !isText(given))
  // Where the harness gave none it says so: what stands there then is made up, and any text or null will do.
  const isMadeUp = (part === 'phone' || part === 'email') && !isText(given)
  const isSilent = shown === undefined || shown === null || shown === ''
  const names = parts[part].join(' or ')
  expectThat(isThere, {
    expected: isMadeUp
      ? `${place}.${names}: the request had none, so one is made up, or it is null`
      : `${place}.${names}${isText(given) ? `, as given in the request` : ''}`,
    actual: isSilent
      ? `no ${names} in ${place}, which has ${Object.keys(address.value).join(', ') || 'nothing'}`
      : `${place}.${names} ${show(shown)}`,
    answer: address.answer,
    cause: {
      kind: isSilent ? 'missing-field' : 'wrong-field',
      endpoint: endpointOf(address.answer),
      field: `${place}.${names}`,
    },
  })
}

/** A phone or an email that is shown, and was given, is the one that was given. */
function isSameContact(
  part: 'phone' | 'email',
  { shown, given }: { shown: string; given: unknown },
): boolean {
  if (!isText(given) || !isText(shown)) return true
  return part === 'phone'
    ? isSamePhone(shown, given)
    : shown.trim().toLowerCase() === given.trim().toLowerCase()
}

/** A label has a complete address in this place. */
export function expectComplete(t: RuleContext, label: Fields, place: AddressField): void {
  const address = label.object(place)
  for (const [, where, part] of addressPartRules) if (where === place) expectPart(t, address, { place, part })
}
