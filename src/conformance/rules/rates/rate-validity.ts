import { expectError, expectSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { statements } from '../../section.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'
import { minutes, needTime, seconds } from '../../target/need.ts'
import { balanceOf, expectBalance, fillWallet, isolatedWallet } from '../support/money/isolated-wallet.ts'
import { rule } from '../support/rules-on.ts'
import { quoteConnected } from './connected-account-rates.ts'

type Environment = 'test' | 'live'

const almostOld = minutes(14.75)
const tooOld = minutes(15) + seconds(10)

const buyRateNow = (t: RuleContext, rate: QuotedRate | undefined, key: Environment) =>
  t.call('buyLabel', { body: { rate_id: rate?.id }, key })

/** Judges that a rate can be bought just before it expires. */
async function expectStillSold(t: RuleContext, key: Environment): Promise<void> {
  const [rate] = await t.setup.rates({ key })
  await t.passTime(almostOld)
  expectSuccess(await buyRateNow(t, rate, key))
}

/**
 * Judges that old rates are refused. Another rate of the same quote is bought at once, to prove that they could be
 * bought.
 */
async function expectExpired(
  t: RuleContext,
  { sold, aged, key = 'test' }: { sold: QuotedRate; aged: readonly QuotedRate[]; key?: Environment },
): Promise<void> {
  await t.setup.works('A purchase at once', buyRateNow(t, sold, key))
  await t.passTime(tooOld)
  for (const rate of aged) expectError(await buyRateNow(t, rate, key), 'RATE.EXPIRED')
}

/** Quotes rates, and returns one to buy at once and one of each carrier to buy after its expiration. */
async function quoteRatesToExpire(t: RuleContext, key: Environment) {
  const [sold, ...others] = await t.setup.rates({ key })
  if (sold === undefined) return t.notJudged('the quote had no rate')
  const ofEach = new Map((others.length === 0 ? [sold] : others).map((rate) => [rate.carrier, rate]))
  return { sold, aged: [...ofEach.values()].slice(0, 4), key }
}

/** Rules about how long rates can be bought. */
export const rateValidityRules: readonly Rule[] = [
  rule('RATE-013', 'A rate can be bought until just before it is 15 minutes old.')
    .on('buyLabel', { needs: ['key:test', needTime(almostOld)] })
    .judges('RESOURCES-46', 'STATES-2', 'ENDPOINTS-32', 'LIMITS-27')
    .by((t) => expectStillSold(t, 'test')),
  rule('RATE-014', 'A rate of any carrier that is more than 15 minutes old is refused as expired.')
    .on('buyLabel', { needs: ['key:test', needTime(tooOld)] })
    .judges(
      ...statements({
        STATES: [3, 4],
        RESOURCES: [46],
        ENDPOINTS: [32, 38],
        ERRORS: [36, 37],
        LIMITS: [27],
      }),
    )
    .by(async (t) => expectExpired(t, await quoteRatesToExpire(t, 'test'))),
  rule('RATE-201', 'A live rate can be bought until just before it is 15 minutes old.')
    .on('buyLabel', { needs: [...isolatedWallet, needTime(almostOld)] })
    .judges('RESOURCES-46', 'STATES-2')
    .by(async (t) => {
      await fillWallet(t)
      await expectStillSold(t, 'live')
    }),
  rule('RATE-202', 'A live rate that is more than 15 minutes old is refused as expired, and charges nothing.')
    .on('buyLabel', { needs: [...isolatedWallet, needTime(tooOld)] })
    .judges('STATES-3', 'STATES-4', 'STATES-10')
    .by(async (t) => {
      await fillWallet(t)
      const { sold, aged } = await quoteRatesToExpire(t, 'live')
      const before = await balanceOf(t)
      await expectExpired(t, { sold, aged, key: 'live' })
      await expectBalance(t, before - sold.rateCents)
    }),
  rule(
    'RATE-203',
    "A rate of the client's own account that is more than 15 minutes old is refused as expired.",
  )
    .on('buyLabel', { needs: ['control:carrier_accounts', needTime(tooOld)] })
    .judges('STATES-3', 'STATES-4')
    .by(async (t) => {
      const { connected, others } = await quoteConnected(t)
      const [aged] = connected
      if (aged === undefined) return t.notJudged('the quote had no rate of the connected account')
      await expectExpired(t, { sold: others[0] ?? aged, aged: [aged] })
    }),
  rule(
    'RATE-022',
    'A shipment that is quoted again after its rates have expired gets rates that can be bought.',
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
