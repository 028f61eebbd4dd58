import { expectError, expectSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { listStatements } from '../../section.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'
import { minutes, needTime, seconds } from '../../target/need.ts'
import {
  expectWalletBalance,
  fillWallet,
  isolatedWallet,
  readWalletBalance,
} from '../support/money/isolated-wallet.ts'
import { rule } from '../support/rules-on.ts'
import { requestConnectedAccountRates } from './connected-account-rates.ts'

type Environment = 'test' | 'live'

const beforeExpiryMs = minutes(14.75)
const afterExpiryMs = minutes(15) + seconds(10)

/** Buys a label at a rate and returns the response. */
export const buyRateNow = (t: RuleContext, rate: QuotedRate | undefined, key: Environment) =>
  t.call('buyLabel', { body: { rate_id: rate?.id }, key })

/** Checks that a rate can be bought just before it expires. Throws RuleBroken. */
async function expectRateStillSold(t: RuleContext, key: Environment): Promise<void> {
  const [rate] = await t.setup.rates({ key })
  await t.passTime(beforeExpiryMs)
  expectSuccess(await buyRateNow(t, rate, key))
}

/** Buys the rate `sold`, to show that rates of its quote can be bought. Then checks that the rates `aged` are refused once they expire. */
async function expectRatesExpired(
  t: RuleContext,
  { sold, aged, key = 'test' }: { sold: QuotedRate; aged: readonly QuotedRate[]; key?: Environment },
): Promise<void> {
  await t.setup.works('A purchase at once', buyRateNow(t, sold, key))
  await t.passTime(afterExpiryMs)
  for (const rate of aged) expectError(await buyRateNow(t, rate, key), 'RATE.EXPIRED')
}

/** Requests rates. Returns one rate to buy at once, and one of each carrier to try to buy after its expiration. */
async function requestRatesToExpire(t: RuleContext, key: Environment) {
  const [sold, ...others] = await t.setup.rates({ key })
  if (sold === undefined) return t.notJudged('the target quoted no rate, so the rule had nothing to buy')
  const ofEach = new Map((others.length === 0 ? [sold] : others).map((rate) => [rate.carrier, rate]))
  return { sold, aged: [...ofEach.values()].slice(0, 4), key }
}

/** Rules about how long rates can be bought. */
export const rateValidityRules: readonly Rule[] = [
  rule('RATE-013', 'A rate can be bought until just before it is 15 minutes old.')
    .on('buyLabel', { needs: ['key:test', needTime(beforeExpiryMs)] })
    .judges('RESOURCES-46', 'STATES-2', 'ENDPOINTS-32', 'LIMITS-27')
    .by((t) => expectRateStillSold(t, 'test')),
  rule('RATE-014', 'A rate of any carrier that is more than 15 minutes old is refused as expired.')
    .on('buyLabel', { needs: ['key:test', needTime(afterExpiryMs)] })
    .judges(
      ...listStatements({
        STATES: [3, 4],
        RESOURCES: [46],
        ENDPOINTS: [32, 38],
        ERRORS: [36, 37],
        LIMITS: [27],
      }),
    )
    .by(async (t) => expectRatesExpired(t, await requestRatesToExpire(t, 'test'))),
  rule('RATE-201', 'A live rate can be bought until just before it is 15 minutes old.')
    .on('buyLabel', { needs: [...isolatedWallet, needTime(beforeExpiryMs)] })
    .judges('RESOURCES-46', 'STATES-2')
    .by(async (t) => {
      await fillWallet(t)
      await expectRateStillSold(t, 'live')
    }),
  rule('RATE-202', 'A live rate that is more than 15 minutes old is refused as expired, and charges nothing.')
    .on('buyLabel', { needs: [...isolatedWallet, needTime(afterExpiryMs)] })
    .judges('STATES-3', 'STATES-4', 'STATES-10')
    .by(async (t) => {
      await fillWallet(t)
      const { sold, aged } = await requestRatesToExpire(t, 'live')
      const before = await readWalletBalance(t)
      await expectRatesExpired(t, { sold, aged, key: 'live' })
      await expectWalletBalance(t, before - sold.rateCents)
    }),
  rule(
    'RATE-203',
    "A rate of the client's own account that is more than 15 minutes old is refused as expired.",
  )
    .on('buyLabel', { needs: ['control:carrier_accounts', needTime(afterExpiryMs)] })
    .judges('STATES-3', 'STATES-4')
    .by(async (t) => {
      const { connected, others } = await requestConnectedAccountRates(t)
      const [aged] = connected
      if (aged === undefined) return t.notJudged('the quote had no rate of the connected carrier account')
      await expectRatesExpired(t, { sold: others[0] ?? aged, aged: [aged] })
    }),
  rule(
    'RATE-022',
    'After the rates of a shipment have expired, a new quote of the shipment has rates that can be bought.',
  )
    .on('createRates', { needs: ['key:test', needTime(minutes(16))] })
    .judges('RESOURCES-46')
    .by(async (t) => {
      await t.setup.rates()
      await t.passTime(minutes(16))
      const [rate] = await t.setup.rates()
      expectSuccess(await buyRateNow(t, rate, 'test'))
    }),
]
