import type { Answer } from '../../http/answer.ts'
import { describeAnswer, expectAnswer, expectResource, expectThat, isSuccess } from '../../http/expect.ts'
import { type Fields, readTimestamp } from '../../http/fields.ts'
import { expectList } from '../../http/lists.ts'
import { showField, showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import { hours, needTime } from '../../target/need.ts'
import { isText, toComparableForm } from '../support/addresses/address-comparison.ts'
import { addressFields } from '../support/addresses/complete-address.ts'
import { expectPdf, requestLabelUrl } from '../support/downloads.ts'
import { expectPurchaseValues } from '../support/label-fields.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { expectVoidShown } from '../support/voiding.ts'

/** Checks that two responses have the same sender and recipient addresses, if both show them. Throws RuleBroken. */
function expectSameAddresses(one: Fields, other: Fields, answer?: Answer): void {
  const shown = addressFields.filter((place) => one.has(place) && other.has(place))
  for (const place of shown) {
    for (const name of ['city', 'zip']) {
      const [expected, actual] = [one.object(place).raw(name), other.object(place).raw(name)]
      if (!isText(expected) || !isText(actual)) continue
      expectThat(toComparableForm(actual) === toComparableForm(expected), {
        expected: `${place}.${name} ${expected}`,
        actual: `${place}.${name} ${actual}`,
        answer,
      })
    }
  }
}

const accentedAddress = {
  name: 'Zoë Núñez',
  street1: '24 Beacon St',
  city: 'Boston',
  state: 'MA',
  zip: '02133',
  country: 'US',
}

const makeLabelReadingRule = rulesOn('getLabel')

const makeLiveLabelReadingRule = rulesOn('getLabel', { needs: ['key:live', 'spend'], charges: 1 })

/** Rules about a label after its purchase: how it is read, and listed and cloned in the shipping history. */
export const labelLifeRules: readonly Rule[] = [
  rule('LABEL-401', 'A label can be read days after it was bought.')
    .on('getLabel', { needs: ['control:clock', needTime(hours(120))] })
    .judges('ENDPOINTS-52')
    .by(async (t) => {
      const { id, fields } = await t.setup.label()
      await t.passTime(hours(120))
      expectPurchaseValues(fields, await t.call('getLabel', { id }))
    }),
  makeLabelReadingRule(
    'LABEL-402',
    'A label that is read has the creation time and the addresses of its purchase.',
  )
    .judges('ENDPOINTS-52')
    .by(async (t) => {
      const { id, fields } = await t.setup.label()
      const answer = await t.call('getLabel', { id })
      const read = expectResource(answer, 'label')
      const [made, told] = [fields.raw('created_at'), read.raw('created_at')].map((value) =>
        typeof value === 'string' ? readTimestamp(value) : undefined,
      )
      const isSameTime = made === undefined || told === undefined || Math.abs(made - told) <= 60_000
      expectThat(isSameTime, {
        expected: `created_at ${showValue(fields.raw('created_at'))}, as at the purchase`,
        actual: showField('created_at', read.raw('created_at')),
        answer,
      })
      expectSameAddresses(fields, read, answer)
    }),
  makeLabelReadingRule('LABEL-403', 'The label_url of a label that is read leads to its PDF.')
    .judges('RESOURCES-55')
    .by(async (t) => {
      const { id } = await t.setup.label()
      const label = expectResource(await t.call('getLabel', { id }), 'label')
      expectPdf(t, await requestLabelUrl(t, label.text('label_url'), 'test'))
    }),
  makeLiveLabelReadingRule('LABEL-404', 'A live label that is read has the values of its purchase.')
    .judges('ENDPOINTS-52')
    .by(async (t) => {
      const { id, fields } = await t.setup.label({ key: 'live' })
      expectPurchaseValues(fields, await t.call('getLabel', { id, key: 'live' }))
    }),
  rule('LABEL-405', 'A label that was bought with a live key is in the shipping history.')
    .on('buyLabel', { needs: ['key:live', 'spend', 'control:shipments'], charges: 1 })
    .judges('RESOURCES-69')
    .by(async (t) => {
      const { id } = await t.setup.label({ key: 'live' })
      const history = await t.account.shipments.list()
      expectThat(
        history.some((each) => JSON.stringify(each).includes(id)),
        { expected: `a shipment of ${id} in the shipping history`, actual: history },
      )
    }),
  rule('LABEL-406', 'A clone of a shipment has rates between the same addresses.')
    .on('buyLabel', { needs: ['control:shipments'] })
    .judges('RESOURCES-70')
    .by(async (t) => {
      const { id, fields } = await t.setup.label()
      const made = (await t.account.shipments.list()).find((each) => JSON.stringify(each).includes(id))
      const clone = Object(await t.account.shipments.clone(String(Object(made)['id'])))
      const rateId = Object(Object(clone['rates'])[0])['id']
      if (typeof rateId !== 'string')
        t.notJudged('the clone of the shipment has no rate, so no label can be bought for it')
      const answer = await t.call('buyLabel', { body: { rate_id: rateId } })
      expectSameAddresses(fields, expectResource(answer, 'label'), answer)
    }),
  makeLiveLabelReadingRule('LABEL-407', 'A live label shows that its void was requested.')
    .judges('ENDPOINTS-53')
    .by((t) => expectVoidShown(t, 'live')),
  rule('LABEL-408', 'A label keeps letters with accents and a ZIP code that begins with a zero.')
    .on('buyLabel')
    .judges('RESOURCES-47')
    .by(async (t) => {
      const to = { ...t.profile.addresses.to, ...accentedAddress }
      const quoted = await t.call('createRates', { body: t.setup.ratesBody({ to }) })
      expectAnswer(
        quoted,
        quoted.status < 500,
        'rates or a refusal, for an address with accents and a ZIP code that begins with 0',
      )
      if (!isSuccess(quoted))
        t.notJudged(
          `the target quotes no rates for an address with accents and a ZIP code that begins with 0: ${describeAnswer(quoted)}`,
        )
      const rateId = Object(expectList(quoted, 'rates')[0])['id']
      const answer = await t.call('buyLabel', { body: { rate_id: rateId } })
      expectAnswer(answer, answer.status < 500, 'a label, or a refusal')
      if (!isSuccess(answer))
        t.notJudged(
          `the target sells no label for an address with accents and a ZIP code that begins with 0: ${describeAnswer(answer)}`,
        )
      const { name, zip } = Object(expectResource(answer, 'label').raw('to_address'))
      // A carrier may drop accents, but a service must not turn a letter into other characters by a wrong encoding.
      const isRead = !isText(name) || !/[\u00c2\u00c3\ufffd]|\?/.test(name)
      expectThat(isRead, {
        expected: `to_address.name ${accentedAddress.name}, as quoted`,
        actual: showField('to_address.name', name),
        answer,
      })
      const isKept = !isText(zip) || zip.startsWith(accentedAddress.zip)
      expectThat(isKept && typeof zip !== 'number', {
        expected: `to_address.zip ${accentedAddress.zip}, as quoted`,
        actual: showField('to_address.zip', zip),
        answer,
      })
    }),
]
