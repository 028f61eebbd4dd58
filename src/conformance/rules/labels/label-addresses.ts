import { expectResource, expectThat, isSuccess } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import { expectList } from '../../http/lists.ts'
import { showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import {
  isSameCountry,
  isSameName,
  isSameState,
  isSameStreet,
  toComparableForm,
} from '../support/addresses/address-comparison.ts'
import {
  addressFields,
  addressPartOf,
  addressPartRules,
  expectAddressPart,
  expectCompleteAddress,
} from '../support/addresses/complete-address.ts'
import { rule } from '../support/rules-on.ts'

const addressPartRulesOfPurchases: readonly Rule[] = addressPartRules.map(([id, judges, place, part]) =>
  rule(id, `The ${place} of a label includes the ${part}.`)
    .on('buyLabel')
    .judges(...judges)
    .by(async (t) => {
      const rate = await t.setup.rate()
      const answer = await t.setup.works('A purchase', t.call('buyLabel', { body: { rate_id: rate.id } }))
      expectAddressPart(t, expectResource(answer, 'label').object(place), { place, part })
    }),
)

type RatesBody = ReturnType<RuleContext['setup']['ratesBody']>

/**
 * Requests rates for a shipment and returns the id of the first rate; undefined if there is none, as carriers may
 * serve a route in one direction only.
 */
async function requestFirstRateId(t: RuleContext, body: RatesBody): Promise<unknown> {
  const answer = await t.call('createRates', { body })
  if (!isSuccess(answer)) return undefined
  const [rate] = await t.setup.of('A quote of rates', async () => expectList(answer, 'rates'))
  return isObject(rate) ? rate['id'] : undefined
}

/** Buys a rate and checks that the label has the addresses of the quote. Throws RuleBroken. */
async function expectQuotedAddresses(
  t: RuleContext,
  { rateId, body }: { readonly rateId: unknown; readonly body: RatesBody },
): Promise<void> {
  const answer = await t.call('buyLabel', { body: { rate_id: rateId } })
  const label = expectResource(answer, 'label')
  for (const place of addressFields) {
    const address = label.object(place)
    const { name = '', street1, city, state, zip, country } = body[place]
    // The service may spell an address as the carrier does.
    const same =
      isSameName(addressPartOf(address, 'name'), name) &&
      isSameStreet(addressPartOf(address, 'street'), street1) &&
      toComparableForm(address.raw('city')) === toComparableForm(city) &&
      isSameState(address.raw('state'), state) &&
      toComparableForm(address.raw('zip')).startsWith(toComparableForm(zip).slice(0, 5)) &&
      isSameCountry(address.raw('country'), country)
    expectThat(same, {
      expected: `${place}: ${name}, ${street1}, ${city}, ${state} ${zip}, ${country}`,
      actual: `${place}: ${showValue(address.value)}`,
      answer,
    })
  }
}

/** The rule about the addresses of a label. If they are wrong, other rules fail, too, and the report names this rule as the cause. */
export const ownQuoteRule = {
  id: 'LABEL-009',
  judges: [
    'RESOURCES-47',
    'RESOURCES-48',
    'RESOURCES-49',
    'RESOURCES-65',
    'RESOURCES-66',
    'STATES-2',
    'VERSIONING-10',
  ],
  title: 'A purchase with only a rate id makes a label with the addresses and the parcel of its own quote.',
} as const

export const labelAddressRules: readonly Rule[] = [
  rule(ownQuoteRule.id, ownQuoteRule.title)
    .on('buyLabel')
    .judges(...ownQuoteRule.judges)
    .by(async (t) => {
      const there = t.setup.ratesBody()
      const back = t.setup.ratesBody({ from: there.to_address, to: there.from_address })
      const [rate] = await t.setup.rates()
      const other = await requestFirstRateId(t, back)
      // The rule ignores this response. The additional quote shows whether the service confuses one quote with another.
      await t.call('createRates', { body: t.setup.ratesBody({ parcel: t.profile.parcels.overweight }) })
      await expectQuotedAddresses(t, { rateId: rate?.id, body: there })
      if (other !== undefined) await expectQuotedAddresses(t, { rateId: other, body: back })
    }),
  ...addressPartRulesOfPurchases,
  rule('LABEL-015', 'The addresses of a label are also complete when the label is read.')
    .on('getLabel')
    .judges('VERSIONING-8')
    .by(async (t) => {
      const { id } = await t.setup.label()
      const label = expectResource(await t.call('getLabel', { id }), 'label')
      if (!addressFields.some((place) => label.has(place)))
        t.notJudged('the response to reading a label shows no addresses')
      for (const place of addressFields) expectCompleteAddress(t, label, place)
    }),
]
