import type { Answer } from '../../http/answer.ts'
import { createBrokenRuleCause } from '../../http/cause.ts'
import { expectSuccess, expectThat } from '../../http/expect.ts'
import { type Fields, fieldsOf } from '../../http/fields.ts'
import type { RuleContext } from '../../rule-context.ts'
import { noRates } from '../../setup/quotes.ts'

/** Requests rates for the standard parcel. */
export const requestRates = (t: RuleContext, key: 'test' | 'live' = 'test') =>
  t.call('createRates', { body: t.setup.ratesBody(), key })

/** Returns the rates of a quote. Throws RuleBroken if there are none. */
export function readRates(answer: Answer): readonly Fields[] {
  const list = fieldsOf(expectSuccess(answer), '', answer).list('rates')
  expectThat(list.length > 0, {
    expected: 'at least one rate in rates',
    actual: 'an empty list',
    answer,
    cause: noRates,
  })
  return list.map((value, index) => fieldsOf(value, `rates[${index}]`, answer))
}

/** Checks that rates have all documented fields and are sorted by price, and returns them. Throws RuleBroken. */
export function expectCompleteRates(answer: Answer, order: NamedRule = rateOrderRule): readonly Fields[] {
  const rates = readRates(answer)
  for (const rate of rates) {
    rate.text('id', { pattern: /^rate_.+/, described: 'an id that begins with rate_' })
    rate.text('carrier')
    rate.text('service')
    rate.date('carrier_eta')
    rate.integer('carbon_grams', { min: 0 })
    rate.text('account_type', { pattern: /^(?:platform|byoa)$/, described: '`platform` or `byoa`' })
  }
  const prices = rates.map((rate) => rate.integer('rate_cents', { min: 0 }))
  expectCheapestFirst(prices, answer, order)
  return rates
}

/** A rule that the failure report of another rule can name as the cause. */
interface NamedRule {
  readonly id: string
  readonly title: string
}

/** The rule about the order of rates. If the order is wrong, other rules fail, too, and the report names this rule as the cause. */
export const rateOrderRule = {
  id: 'RATE-009',
  judges: ['ENDPOINTS-22'],
  title: 'Rates are sorted with the cheapest first.',
} as const

/** The rule about the order of rates while a carrier fails. If the order is wrong, other rules fail, too, and the report names this rule as the cause. */
export const partialRateOrderRule = {
  id: 'RATE-123',
  judges: ['ENDPOINTS-22'],
  title: 'While a carrier fails, the rates of the others are sorted with the cheapest first.',
} as const

/** Checks that the prices of rates are in ascending order. Throws RuleBroken, which names the rule `order` as the cause. */
export function expectCheapestFirst(
  prices: readonly number[],
  answer: Answer,
  order: NamedRule = rateOrderRule,
): void {
  expectThat(
    prices.every((price, index) => price >= (prices[index - 1] ?? 0)),
    {
      expected: 'rates with the cheapest first',
      actual: `the prices ${prices.join(', ')}`,
      answer,
      cause: createBrokenRuleCause(order),
    },
  )
}
