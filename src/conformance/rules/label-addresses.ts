import type { Rule, RuleId } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { expectResource, expectThat } from '../wire/expect.ts'
import type { Fields } from '../wire/fields.ts'
import { active } from './active.ts'

const endpoint = 'POST /v1/labels'
const section = 'Resources and their fields'

export const places = ['from_address', 'to_address'] as const
type Place = (typeof places)[number]

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
type Part = keyof typeof parts

const ids: readonly (readonly [RuleId, Place, Part])[] = [
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

/** The first of these fields that there is. */
function partOf(address: Fields, part: Part): unknown {
  return parts[part].map((name) => address.raw(name)).find((value) => value !== undefined && value !== null)
}

/** An address in a label has this part; a label made without a phone or an email shows that there is none. */
function expectPart(t: RuleContext, address: Fields, { place, part }: { place: Place; part: Part }): void {
  const wasGiven = t.setup.ratesBody()[place][part] !== undefined
  const mayBeNull = (part === 'phone' || part === 'email') && !wasGiven
  const isThere = typeof partOf(address, part) === 'string'
  expectThat(isThere || (mayBeNull && address.raw(part) === null), {
    expected: `${place} with its ${part}`,
    actual: address.value,
  })
}

/** A label has a complete address in this place. */
export function expectComplete(t: RuleContext, label: Fields, place: Place): void {
  const address = label.object(place)
  for (const [, where, part] of ids) if (where === place) expectPart(t, address, { place, part })
}

/** As a carrier would compare them. */
const loosely = (value: unknown): string =>
  String(value ?? '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** The same state or country: by the same code, or one by its code and the other by another code or a name. */
function isSameRegion(shown: unknown, given: string): boolean {
  const [one, other] = [loosely(shown), loosely(given)]
  if (one === other || other === '') return true
  return one !== '' && one.length !== other.length && (one[0] === other[0] || one.endsWith(other))
}

function isSameCountry(shown: unknown, given: string): boolean {
  const name = /^[a-z]{2}$/i.test(given) ? countryNames.of(given.toUpperCase()) : given
  return isSameRegion(shown, given) || loosely(shown) === loosely(name)
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })

/** The number of a house is there, or a word where there is no number: the rest may be cut, or put in short. */
function resembles(shown: unknown, given: string): boolean {
  const words = given
    .split(/[^\p{L}\d]+/u)
    .map(loosely)
    .filter((word) => word !== '')
  const [number] = words.filter((word) => /\d/.test(word))
  const wanted = number === undefined ? words : [number]
  return wanted.length === 0 || wanted.some((word) => loosely(shown).includes(word))
}

const purchases: readonly Rule[] = ids.map(([id, place, part]) =>
  active({
    id,
    title: `The ${place} of a label has the ${part}.`,
    section,
    endpoint,
    basis: 'table',
    sends: 'A purchase with the test key.',
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const rate = await t.setup.rate()
      const answer = await t.call('buyLabel', { body: { rate_id: rate.id } })
      expectPart(t, expectResource(answer, 'label').object(place), { place, part })
    },
  }),
)

export const labelAddressRules: readonly Rule[] = [
  active({
    id: 'LABEL-009',
    title: 'The rate id alone buys a label from and to the addresses of the quote.',
    section,
    endpoint,
    sends: 'A purchase by rate id, whose addresses are compared with the quote.',
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const body = t.setup.ratesBody()
      const { fields, answer } = await t.setup.label()
      for (const place of places) {
        const address = fields.object(place)
        const { name = '', street1, city, state, zip, country } = body[place]
        // The service may print an address as its carrier would.
        const same =
          resembles(partOf(address, 'name'), name) &&
          resembles(partOf(address, 'street'), street1) &&
          loosely(address.raw('city')) === loosely(city) &&
          isSameRegion(address.raw('state'), state) &&
          loosely(address.raw('zip')).startsWith(loosely(zip).slice(0, 5)) &&
          isSameCountry(address.raw('country'), country)
        expectThat(same, {
          expected: `${place}: ${name}, ${street1}, ${city}, ${state} ${zip}, ${country}`,
          actual: address.value,
          answer,
        })
      }
    },
  }),
  ...purchases,
  active({
    id: 'LABEL-015',
    title: 'The addresses of a label are complete where the label is read, too.',
    section: 'Versioning',
    endpoint: 'GET /v1/labels/{id}',
    sends: 'A purchase, and the label read by its id.',
    requests: { createRates: 1, buyLabel: 1, getLabel: 1 },
    run: async (t) => {
      const { id } = await t.setup.label()
      const label = expectResource(await t.call('getLabel', { id }), 'label')
      const shown = places.filter((place) => label.has(place))
      if (shown.length === 0) t.notJudged('a label that is read shows no addresses')
      for (const place of shown) expectComplete(t, label, place)
    },
  }),
]
