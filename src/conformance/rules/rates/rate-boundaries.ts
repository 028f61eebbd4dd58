import { expectAnswer, expectError, expectSuccess, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { minutes, seconds } from '../../target/need.ts'
import { fillWallet, isolatedWallet } from '../support/money/isolated-wallet.ts'
import { rulesOn } from '../support/rules-on.ts'
import { buyRateNow } from './rate-validity.ts'

const environments = ['test', 'live'] as const

const needs = [...isolatedWallet, 'control:clock'] as const
const ownClock = ['control:accounts', 'control:clock'] as const

/** Freezes the clock and requests rates in each environment. */
async function requestRatesInBothEnvironments(t: RuleContext) {
  await fillWallet(t)
  await t.account.clock.freeze()
  return { test: await t.setup.rates(), live: await t.setup.rates({ key: 'live' }) }
}

const makeExpirationRule = rulesOn('buyLabel', { needs: ownClock })

const makePurchaseRule = rulesOn('buyLabel', { needs })

/** Rules about how long a rate is valid, to the second. */
export const rateBoundaryRules: readonly Rule[] = [
  makePurchaseRule(
    'RATE-208',
    'A rate of either environment can be bought a second before it is 15 minutes old.',
  )
    .judges('RESOURCES-46')
    .by(async (t) => {
      const quoted = await requestRatesInBothEnvironments(t)
      await t.passTime(minutes(15) - seconds(1))
      for (const key of environments) expectSuccess(await buyRateNow(t, quoted[key][0], key))
    }),
  makePurchaseRule(
    'RATE-209',
    'A rate of either environment is refused as expired a second after its 15 minutes.',
  )
    .judges('STATES-4')
    .by(async (t) => {
      const quoted = await requestRatesInBothEnvironments(t)
      for (const key of environments)
        await t.setup.works('A purchase at once', buyRateNow(t, quoted[key][0], key))
      await t.passTime(minutes(15) + seconds(1))
      for (const key of environments) {
        expectError(await buyRateNow(t, quoted[key][1] ?? quoted[key][0], key), 'RATE.EXPIRED')
      }
    }),
  makeExpirationRule('RATE-210', 'A rate that was bought cannot be bought again after it is 15 minutes old.')
    .judges('STATES-3')
    .by(async (t) => {
      const rate = await t.setup.rate()
      await t.passTime(minutes(10))
      await t.setup.works('A purchase after 10 minutes', buyRateNow(t, rate, 'test'))
      await t.passTime(minutes(6))
      const answer = await buyRateNow(t, rate, 'test')
      // Any error is right: the service may also refuse the rate because it was already bought.
      expectAnswer(answer, !isSuccess(answer), 'a refusal')
    }),
  makeExpirationRule('RATE-211', 'The rates of a second quote are valid for 15 minutes from that quote.')
    .judges('RESOURCES-46')
    .by(async (t) => {
      const known = new Set((await t.setup.rates()).map(({ id }) => id))
      await t.passTime(minutes(10))
      const rate = await t.setup.rate()
      // If the second response repeats a rate of the first, the rate may expire 15 minutes after the first response.
      if (known.has(rate.id))
        t.notJudged(
          'the second quote repeats rate ids of the first, so it is unclear from which quote their 15 minutes count',
        )
      await t.passTime(minutes(6))
      expectSuccess(await buyRateNow(t, rate, 'test'))
    }),
  makeExpirationRule('RATE-212', 'A rate expires after 15 minutes even if its shipment is quoted again.')
    .judges('STATES-3')
    .by(async (t) => {
      const rate = await t.setup.rate()
      await t.passTime(minutes(10))
      // If a later rates response repeats the rate, the rate may be valid for another 15 minutes.
      if ((await t.setup.rates()).some(({ id }) => id === rate.id))
        t.notJudged(
          'the second quote repeats rate ids of the first, so it is unclear from which quote their 15 minutes count',
        )
      await t.passTime(minutes(6))
      expectError(await buyRateNow(t, rate, 'test'), 'RATE.EXPIRED')
    }),
]
