import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { endpointOf } from '../../wire/cause.ts'
import { expectList, expectResource, expectThat, isSuccess } from '../../wire/expect.ts'
import { type Fields, isObject } from '../../wire/fields.ts'
import { show } from '../../wire/show.ts'
import { active } from '../support/active.ts'
import {
  comparable,
  isSameCountry,
  isSameName,
  isSamePhone,
  isSameState,
  isSameStreet,
  isText,
} from '../support/address-comparison.ts'

const endpoint = 'POST /v1/labels'
const section = 'Resources and their fields'

export const addressFields = ['from_address', 'to_address'] as const
type Place = (typeof addressFields)[number]

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

/** The first of these fields that says something, or the first that there is. */
function partOf(address: Fields, part: Part): unknown {
  const values = parts[part].map((name) => address.raw(name))
  return values.find(isText) ?? values.find((value) => value !== undefined)
}

/** An address in a label has this part; a phone and an email are no part of a request, so that none may be known. */
function expectPart(t: RuleContext, address: Fields, { place, part }: { place: Place; part: Part }): void {
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
export function expectComplete(t: RuleContext, label: Fields, place: Place): void {
  const address = label.object(place)
  for (const [, where, part] of ids) if (where === place) expectPart(t, address, { place, part })
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

type RatesBody = ReturnType<RuleContext['setup']['ratesBody']>

/** The id of a rate, if any is quoted: not every route has to be served in both directions. */
async function firstRate(t: RuleContext, body: RatesBody): Promise<unknown> {
  const answer = await t.call('createRates', { body })
  if (!isSuccess(answer)) return undefined
  const [rate] = await t.setup.of('A quote of rates', async () => expectList(answer, 'rates'))
  return isObject(rate) ? rate['id'] : undefined
}

/** A purchase of this rate is from and to these addresses. */
async function expectAddresses(
  t: RuleContext,
  { rateId, body }: { readonly rateId: unknown; readonly body: RatesBody },
): Promise<void> {
  const answer = await t.call('buyLabel', { body: { rate_id: rateId } })
  const label = expectResource(answer, 'label')
  for (const place of addressFields) {
    const address = label.object(place)
    const { name = '', street1, city, state, zip, country } = body[place]
    // The service may print an address as its carrier would.
    const same =
      isSameName(partOf(address, 'name'), name) &&
      isSameStreet(partOf(address, 'street'), street1) &&
      comparable(address.raw('city')) === comparable(city) &&
      isSameState(address.raw('state'), state) &&
      comparable(address.raw('zip')).startsWith(comparable(zip).slice(0, 5)) &&
      isSameCountry(address.raw('country'), country)
    expectThat(same, {
      expected: `${place}: ${name}, ${street1}, ${city}, ${state} ${zip}, ${country}`,
      actual: `${place}: ${show(address.value)}`,
      answer,
    })
  }
}

export const labelAddressRules: readonly Rule[] = [
  active({
    id: 'LABEL-009',
    title: 'The rate id alone buys a label with the addresses and the parcel of its own quote.',
    section,
    endpoint,
    sends:
      'Three quotes: one as usual, one the other way round, one of the overweight parcel; then the first two bought.',
    requests: { createRates: 3, buyLabel: 2 },
    run: async (t) => {
      const there = t.setup.ratesBody()
      const back = t.setup.ratesBody({ from: there.to_address, to: there.from_address })
      const [rate] = await t.setup.rates()
      const other = await firstRate(t, back)
      // What comes of it does not matter: it is only there to be mistaken for the others.
      await t.call('createRates', { body: t.setup.ratesBody({ parcel: t.profile.parcels.overweight }) })
      await expectAddresses(t, { rateId: rate?.id, body: there })
      if (other !== undefined) await expectAddresses(t, { rateId: other, body: back })
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
      if (!addressFields.some((place) => label.has(place)))
        t.notJudged('a label that is read shows no addresses')
      for (const place of addressFields) expectComplete(t, label, place)
    },
  }),
]
