import { expectError, expectThat } from '../../http/expect.ts'
import { type Fields, fieldsOf } from '../../http/fields.ts'
import { showField } from '../../http/show.ts'
import type { Rule, RuleId } from '../../rule.ts'
import { type Judged, listStatements } from '../../section.ts'
import { expectCheapestFirst, rateOrderRule, readRates, requestRates } from '../support/quotes.ts'
import { unknownIds } from '../support/requests.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

const carrierCountRows: readonly (readonly [RuleId, Judged, 'test' | 'live', string])[] = [
  ['RATE-011', ['SERVICE-3', 'SERVICE-4', 'ENDPOINTS-23'], 'test', 'One quote has'],
  ['RATE-120', ['ENDPOINTS-23'], 'live', 'One quote for a live key has'],
]

const incompleteAddressRows: readonly (readonly [RuleId, Judged, 'from_address' | 'to_address'])[] = [
  ['RATE-016', ['RESOURCES-23'], 'from_address'],
  ['RATE-017', ['RESOURCES-23'], 'to_address'],
]

const makeQuoteRule = rulesOn('createRates')
const makeRateFieldRule = (
  id: RuleId,
  judges: Judged,
  title: string,
  judge: (rate: Fields) => unknown,
): Rule =>
  makeQuoteRule(id, title)
    .judges(...judges)
    .by(async (t) => readRates(await requestRates(t)).map(judge))

export const rateRules: readonly Rule[] = [
  makeQuoteRule('RATE-001', 'A request for rates returns a list of rates.')
    .judges(
      ...listStatements({
        ENDPOINTS: [2, 15, 20],
        CONVENTIONS: [2],
        SERVICE: [3],
        RESOURCES: [1, 2, 3, 4, 5, 6, 25, 26, 27, 28],
        STATES: [1],
      }),
    )
    .by(async (t) => {
      readRates(await requestRates(t))
    }),
  makeRateFieldRule(
    'RATE-002',
    ['RESOURCES-30', 'RESOURCES-31'],
    'The id of every rate begins with rate_.',
    (rate) => rate.text('id', { pattern: /^rate_.+/, described: 'an id that begins with rate_' }),
  ),
  makeRateFieldRule('RATE-003', ['RESOURCES-34'], 'Every rate names its carrier.', (rate) =>
    rate.text('carrier'),
  ),
  makeRateFieldRule('RATE-004', ['RESOURCES-35'], 'Every rate names its service.', (rate) =>
    rate.text('service'),
  ),
  makeRateFieldRule('RATE-005', ['RESOURCES-36'], 'Every rate has its price in whole cents.', (rate) =>
    rate.integer('rate_cents', { min: 0 }),
  ),
  makeRateFieldRule(
    'RATE-006',
    ['RESOURCES-38', 'RESOURCES-39'],
    'Every rate has a day of arrival, written YYYY-MM-DD.',
    (rate) => rate.date('carrier_eta'),
  ),
  makeRateFieldRule(
    'RATE-007',
    ['RESOURCES-40', 'SERVICE-5', 'RESOURCES-41'],
    'Every rate has an estimate of its carbon in whole grams.',
    (rate) => rate.integer('carbon_grams', { min: 0 }),
  ),
  makeRateFieldRule(
    'RATE-008',
    ['RESOURCES-42', 'RESOURCES-43'],
    'Every rate has the account_type platform or byoa (an account of the client).',
    (rate) =>
      rate.text('account_type', { pattern: /^(?:platform|byoa)$/, described: '`platform` or `byoa`' }),
  ),
  rule(rateOrderRule.id, rateOrderRule.title)
    .on('createRates')
    .judges(...rateOrderRule.judges)
    .by(async (t) => {
      const answer = await requestRates(t)
      const prices = readRates(answer).map((rate) => rate.integer('rate_cents'))
      if (new Set(prices).size < 2) t.notJudged('all rates have the same price, so their order shows nothing')
      expectCheapestFirst(prices, answer)
    }),
  makeQuoteRule('RATE-010', 'No two rates of a quote have the same id.')
    .judges('RESOURCES-33')
    .by(async (t) => {
      const answer = await requestRates(t)
      const ids = readRates(answer).map((rate) => rate.text('id'))
      expectThat(new Set(ids).size === ids.length, {
        expected: 'an id of its own for each rate',
        actual: `the ids ${ids.join(', ')}`,
        answer,
      })
    }),
  ...carrierCountRows.map(([id, judges, key, who]) =>
    rule(id, `${who} the rates of all four carriers.`)
      .on('createRates', { needs: [`key:${key}`] })
      .judges(...judges)
      .by(async (t) => {
        const answer = await requestRates(t, key)
        const found = new Set(readRates(answer).map((rate) => rate.text('carrier')))
        const failed = fieldsOf(answer.json, '', answer).raw('failed_carriers')
        if (!t.isOwnAccount && Array.isArray(failed) && failed.length > 0)
          t.notJudged(
            `${showField('failed_carriers', failed)}: a carrier that failed has no rates, so the quote need not have all four`,
          )
        const { carriers } = t.profile
        const isAll = carriers === undefined ? found.size === 4 : carriers.every((each) => found.has(each))
        expectThat(isAll, {
          expected: carriers === undefined ? 'rates of four carriers' : `rates of ${carriers.join(', ')}`,
          actual: `rates of ${[...found].join(', ')}`,
          answer,
        })
      }),
  ),
  makeQuoteRule('RATE-012', 'If no carrier failed, no carrier is listed as failed.')
    .judges('ENDPOINTS-21', 'ENDPOINTS-29')
    .by(async (t) => {
      const answer = await requestRates(t)
      const carriers = new Set(readRates(answer).map((rate) => rate.text('carrier')))
      const failed = fieldsOf(answer.json, '', answer).raw('failed_carriers') ?? []
      if (!t.isOwnAccount && carriers.size < 4)
        t.notJudged(
          `the quote has rates of ${carriers.size} carriers instead of 4, so a carrier may have failed`,
        )
      expectThat(Array.isArray(failed) && failed.length === 0, {
        expected: 'no failed_carriers, or an empty list',
        actual: showField('failed_carriers', failed),
        answer,
      })
    }),
  rule('RATE-015', 'An unknown rate id is refused as not found.')
    .on('buyLabel')
    .judges('ENDPOINTS-36', 'SERVICE-6', 'SERVICE-20', 'ENDPOINTS-37', 'ERRORS-38', 'ERRORS-39')
    .by(async (t) => {
      await t.setup.label()
      expectError(await t.call('buyLabel', { body: { rate_id: unknownIds.rate } }), 'RATE.NOT_FOUND')
    }),
  rule('RATE-204', 'An unknown rate id is also refused as not found with a live key.')
    .on('buyLabel', {
      // The rule needs a wallet with invented money, as the target may sell the rate by mistake.
      needs: ['control:accounts'],
    })
    .judges('ENDPOINTS-37', 'SERVICE-22')
    .by(async (t) => {
      await t.setup.rates({ key: 'live' })
      const answer = await t.call('buyLabel', { body: { rate_id: unknownIds.rate }, key: 'live' })
      expectError(answer, 'RATE.NOT_FOUND')
    }),
  ...incompleteAddressRows.map(([id, judges, name]) =>
    rule(id, `A request for rates with only a postal code in ${name} is refused.`)
      .on('createRates')
      .judges(...judges)
      .by(async (t) => {
        const body = t.setup.ratesBody()
        const { zip, country } = body[name]
        const answer = await t.call('createRates', { body: { ...body, [name]: { zip, country } } })
        await t.setup.works('The same request with complete addresses', requestRates(t))
        expectError(answer, 'VALIDATION.FIELD.REQUIRED', 'VALIDATION.FIELD.INVALID')
      }),
  ),
]
