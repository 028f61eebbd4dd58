import { expectError, expectSuccess, expectThat } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'
import { minutes, seconds } from '../../target/need.ts'
import { findNewYearAndLeapDayMidnights, waitUntilInstant } from '../support/calendar-turns.ts'
import { findCheapestOfEachCarrier } from '../support/each-carrier.ts'
import { fillWallet, isolatedWallet } from '../support/money/isolated-wallet.ts'
import { readRates, requestRates } from '../support/quotes.ts'
import { rule } from '../support/rules-on.ts'

type Environment = 'test' | 'live'

/** Two rates of one response: one to buy before both expire, and one to try to buy after that. */
interface RatePair {
  readonly what: string
  readonly key: Environment
  readonly early: QuotedRate
  readonly late: QuotedRate
}

/** Returns a list with one pair: the first two of these rates, or twice the only rate. The list is empty if there is no rate. */
function pickRatePair(what: string, key: Environment, rates: readonly QuotedRate[]): readonly RatePair[] {
  const [early, late = early] = rates
  return early === undefined || late === undefined ? [] : [{ what, key, early, late }]
}

/** Requests rates of every kind while the clock is frozen: of each carrier, of the client's own carrier accounts, and while a carrier fails. */
async function requestRatesOfEveryKind(t: RuleContext): Promise<readonly RatePair[]> {
  const plain = await t.setup.rates()
  const ofEach = findCheapestOfEachCarrier(plain).flatMap(({ carrier }) =>
    pickRatePair(
      `of ${carrier}`,
      'test',
      plain.filter((rate) => rate.carrier === carrier),
    ),
  )
  const live = pickRatePair('of a live key', 'live', await t.setup.rates({ key: 'live' }))
  const carrier = plain[0]?.carrier ?? ''
  await t.account.faults.add({ target: `carrier:${carrier}`, operation: 'rates', mode: 'down' })
  const partial = pickRatePair('of a quote in which a carrier failed', 'test', await t.setup.rates())
  await t.account.faults.clear()
  await t.account.carrierAccounts.connect({ carrier })
  const filterOwnAccountRates = (rates: readonly QuotedRate[]) =>
    rates.filter(({ value }) => value['account_type'] === 'byoa')
  const connected = pickRatePair('of an own account', 'test', filterOwnAccountRates(await t.setup.rates()))
  const ownLive = pickRatePair(
    'of an own account and a live key',
    'live',
    filterOwnAccountRates(await t.setup.rates({ key: 'live' })),
  )
  return [...ofEach, ...live, ...partial, ...connected, ...ownLive]
}

/** The longest time until a carrier delivers, in milliseconds, with room for time zones. */
const maxDeliveryMs = 180 * 24 * 3_600_000
const dayMs = 24 * 3_600_000

/** Returns the midnight (UTC) at which the first Sunday after the given midnight begins. */
const findSundayAfter = (midnightMs: number): number =>
  midnightMs + (7 - new Date(midnightMs).getUTCDay()) * dayMs

/** Rules about how long rates of every kind are valid, and about rates requested just before midnight at the end of a year or month. */
export const rateLifetimeRules: readonly Rule[] = [
  rule(
    'RATE-214',
    'Rates of every kind are sold until a second before they are 15 minutes old, and are refused as expired a second after.',
  )
    .on('buyLabel', {
      needs: [...isolatedWallet, 'control:clock', 'control:faults', 'control:carrier_accounts'],
    })
    .judges('STATES-3')
    .by(async (t) => {
      await fillWallet(t)
      await t.account.clock.freeze()
      const pairs = await requestRatesOfEveryKind(t)
      await t.passTime(minutes(15) - seconds(1))
      for (const { early, key, what } of pairs) {
        const answer = await t.call('buyLabel', { body: { rate_id: early.id }, key })
        expectThat(answer.status < 300, {
          expected: `a label: the rate ${what} is 14 minutes and 59 seconds old`,
          actual: `${answer.status} ${answer.text.slice(0, 200)}`,
          answer,
        })
      }
      await t.passTime(seconds(2))
      for (const { late, key } of pairs) {
        expectError(await t.call('buyLabel', { body: { rate_id: late.id }, key }), 'RATE.EXPIRED')
      }
    }),
  rule(
    'RATE-215',
    'A rate quoted just before midnight at New Year, around a leap day or on a Saturday is sold after midnight, and its ETA is not before the quote.',
  )
    .on('buyLabel', { needs: ['control:accounts', 'control:clock'] })
    .judges('RESOURCES-46')
    .by(async (t) => {
      await t.account.clock.freeze()
      const turns = findNewYearAndLeapDayMidnights(await t.now())
      for (const turnMs of [...turns, findSundayAfter(turns.at(-1) ?? 0)]) {
        await waitUntilInstant(t, turnMs - minutes(8))
        const answer = await t.setup.works('A quote', requestRates(t))
        const quotedMs = await t.now()
        const rates = readRates(answer)
        for (const rate of rates) {
          const etaMs = Date.parse(rate.date('carrier_eta'))
          expectThat(etaMs > quotedMs - 2 * dayMs && etaMs < quotedMs + maxDeliveryMs, {
            expected: `carrier_eta on or after ${new Date(quotedMs).toISOString().slice(0, 10)}, the day of the quote`,
            actual: `carrier_eta ${rate.text('carrier_eta')}`,
            answer,
          })
        }
        await waitUntilInstant(t, turnMs + minutes(3))
        const bought = await t.call('buyLabel', { body: { rate_id: rates[0]?.text('id') } })
        expectSuccess(bought)
      }
    }),
]
