import { expectError, expectResource, expectThat } from '../../http/expect.ts'
import { type Fields, readTimestamp } from '../../http/fields.ts'
import { showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import { listStatements } from '../../section.ts'
import {
  chargedFieldRule,
  expectLabelMatchesRate,
  expectPurchaseValues,
  sandboxFieldRule,
} from '../support/label-fields.ts'
import { makeUnknownIdLike, unknownIds } from '../support/requests.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { expectCreatedNow } from '../support/timestamps.ts'

/** Checks that label_url of a label is an http or https URL. Throws RuleBroken. */
function expectLabelUrl(label: Fields): void {
  const url = label.text('label_url')
  expectThat(/^https?:\/\//.test(url) && URL.canParse(url), {
    expected: 'an http or https URL in label_url',
    actual: `label_url ${showValue(url)}`,
    answer: label.answer,
  })
}

/** Creates rules about the label in the response to a sandbox purchase. */
const makeSandboxPurchaseRule = rulesOn('buyLabel', {
  given: async (t) => {
    const rate = await t.setup.rate()
    const answer = await t.setup.works('A purchase', t.call('buyLabel', { body: { rate_id: rate.id } }))
    return expectResource(answer, 'label')
  },
})
/** Creates rules about the response to reading a sandbox label. */
const makeSandboxReadingRule = rulesOn('getLabel', {
  given: async (t) => {
    const { id, fields } = await t.setup.label()
    const answer = await t.call('getLabel', { id })
    return { id, bought: fields, answer }
  },
})

const makeLabelReadingRule = rulesOn('getLabel')

const makePurchaseRule = rulesOn('buyLabel')

export const labelRules: readonly Rule[] = [
  makeSandboxPurchaseRule('LABEL-001', 'The id of a label begins with lbl_.')
    .judges('RESOURCES-50', 'RESOURCES-51')
    .by((_, label) => label.text('id', { pattern: /^lbl_.+/, described: 'an id that begins with lbl_' })),
  makeSandboxPurchaseRule('LABEL-002', 'A label has a tracking number.')
    .judges('RESOURCES-53')
    .by((_, label) => label.text('tracking_number')),
  makeSandboxPurchaseRule('LABEL-003', 'A label has the URL of its PDF.')
    .judges('RESOURCES-54', 'RESOURCES-55')
    .by((_, label) => expectLabelUrl(label)),
  makeSandboxPurchaseRule(chargedFieldRule.id, chargedFieldRule.title)
    .judges(...chargedFieldRule.judges)
    .by((_, label) => label.integer('rate_cents', { min: 0 })),
  makeSandboxPurchaseRule(sandboxFieldRule.id, sandboxFieldRule.title)
    .judges(...sandboxFieldRule.judges)
    .by((_, label) => label.boolean('sandbox')),
  makeSandboxPurchaseRule('LABEL-006', 'A purchase reports the remaining wallet balance in whole cents.')
    .judges('RESOURCES-63', 'ENDPOINTS-49')
    .by((_, label) => label.integer('wallet_balance_after_cents')),
  makePurchaseRule('LABEL-007', 'No two labels have the same id.')
    .judges('RESOURCES-52')
    .by(async (t) => {
      const first = await t.setup.label()
      const second = await t.setup.label()
      expectThat(first.id !== second.id, {
        expected: `an id other than ${first.id}`,
        actual: `${second.id} a second time`,
        answer: second.answer,
      })
    }),
  makePurchaseRule(
    'LABEL-008',
    'A label has the carrier, the service and the price of the rate that was bought.',
  )
    .judges(
      ...listStatements({
        RESOURCES: [32, 37, 48, 56, 57, 59],
        CONVENTIONS: [2],
        SERVICE: [6, 20],
        STATES: [5],
        ENDPOINTS: [33],
      }),
    )
    .by(async (t) => {
      const rates = [...(await t.setup.rates())].sort((a, b) => a.rateCents - b.rateCents)
      for (const rate of new Set([rates[0], rates.at(-1)])) {
        if (rate === undefined) continue
        const answer = await t.setup.works('A purchase', t.call('buyLabel', { body: { rate_id: rate.id } }))
        expectLabelMatchesRate(expectResource(answer, 'label'), { rate, answer, mayBeFree: true })
      }
    }),
  makeSandboxReadingRule('LABEL-010', 'A label that was bought can be read.')
    .judges('ENDPOINTS-50', 'ENDPOINTS-52')
    .by((_, { id, answer }) => expectResource(answer, 'label').expect('id', id)),
  makeSandboxReadingRule('LABEL-011', 'A label that is read has the values of its purchase.')
    .judges('ENDPOINTS-52')
    .by((_, { bought, answer }) => expectPurchaseValues(bought, answer)),
  makeLabelReadingRule('LABEL-012', 'An unknown label id is refused as not found.')
    .judges('ENDPOINTS-54', 'ERRORS-52', 'ERRORS-53')
    .by(async (t) => {
      const { id } = await t.setup.label()
      await t.setup.works('The label', t.call('getLabel', { id }))
      expectError(
        await t.call('getLabel', { id: makeUnknownIdLike(id, unknownIds.label) }),
        'LABEL.NOT_FOUND',
      )
    }),
  rule('LABEL-234', 'An unknown label id is also refused as not found with a live key.')
    .on('getLabel', { needs: ['key:test', 'key:live'] })
    .judges('ENDPOINTS-54', 'SERVICE-22')
    .by(async (t) => {
      await t.setup.works('The live wallet', t.call('getWallet', { key: 'live' }))
      // The rule buys a sandbox label, which is free, to learn the form of label ids.
      const { id } = await t.setup.label()
      const answer = await t.call('getLabel', { id: makeUnknownIdLike(id, unknownIds.label), key: 'live' })
      expectError(answer, 'LABEL.NOT_FOUND')
    }),
  rule('LABEL-013', 'A label that was bought is in the shipping history, and can be cloned for new rates.')
    .on('buyLabel', { needs: ['control:shipments'] })
    .judges('RESOURCES-68', 'RESOURCES-69', 'RESOURCES-70', 'STATES-8', 'VERSIONING-9')
    .by(async (t) => {
      const before = await t.account.shipments.list()
      const { id } = await t.setup.label()
      const after = await t.account.shipments.list()
      const made = after.find((each) => JSON.stringify(each).includes(id))
      // On a shared account, batches of other rules may make labels meanwhile.
      const isOneMore = after.length === before.length + 1 || !t.isOwnAccount
      expectThat(isOneMore && made !== undefined, {
        expected: `one more shipment in the shipping history, with the label ${id}`,
        actual: `${before.length} shipments before and ${after.length} after the purchase, ${made === undefined ? 'none' : 'one'} with this label`,
      })
      const shipmentId = Object(made)['id']
      const clone = await t.account.shipments.clone(String(shipmentId))
      const rates = Object(clone)['rates']
      expectThat(Array.isArray(rates) && rates.length > 0, {
        expected: 'rates for the clone of the shipment',
        actual: `the clone ${showValue(clone)}`,
      })
    }),
  makeSandboxReadingRule('LABEL-014', 'A label that is read has the URL of its PDF.')
    .judges('RESOURCES-54')
    .by((_, { answer }) => expectLabelUrl(expectResource(answer, 'label'))),
  rule('LABEL-017', 'The created_at of a label is the time of its purchase.')
    .on('buyLabel', {
      // The rule reads the wallet if no other response has shown the target's time.
      requests: { createRates: 1, buyLabel: 1, getLabel: 1, getWallet: 1 },
    })
    .judges('RESOURCES-67')
    .by(async (t) => {
      const { id, fields } = await t.setup.label()
      const read = expectResource(await t.call('getLabel', { id }), 'label')
      const telling = [fields, read].filter((each) => readTimestamp(each.raw('created_at')) !== undefined)
      if (telling.length === 0)
        t.notJudged('neither the purchase response nor the reading of the label has a valid created_at')
      for (const each of telling) await expectCreatedNow(t, each)
    }),
]
