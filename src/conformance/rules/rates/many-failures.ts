import type { Answer } from '../../http/answer.ts'
import { expectThat } from '../../http/expect.ts'
import { showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { maxCarriers } from '../support/each-carrier.ts'
import { quote, ratesIn } from '../support/quotes.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { failedCarriersIn, findNamedCarriers } from './failed-carriers.ts'

const causes = ['down', 'timeout', 'error', 'malformed'] as const
const inARow = 11

const quoteCarriers = async (t: RuleContext): Promise<readonly string[]> =>
  [...new Set((await t.setup.rates()).map(({ carrier }) => carrier))].slice(0, maxCarriers)

/** Adds a fault that makes a carrier fail in quotes. */
const addCarrierFault = (t: RuleContext, carrier: string, mode: string) =>
  t.account.faults.add({ target: `carrier:${carrier}`, operation: 'rates', mode })

/** Judges that a quote has rates of all these carriers. */
async function expectRatesOfAll(t: RuleContext, carriers: readonly string[]): Promise<void> {
  const answer = await quote(t)
  const there = new Set(ratesIn(answer).map((rate) => rate.text('carrier')))
  expectThat(
    carriers.every((carrier) => there.has(carrier)),
    { expected: `rates of ${carriers.join(', ')}`, actual: `rates of ${[...there].join(', ')}`, answer },
  )
}

/** Judges that a quote has no rates of the failing carriers, and lists all of them in failed_carriers. */
function expectListed(answer: Answer, carriers: readonly string[], failing: readonly string[]): void {
  const quotingCarriers = new Set(ratesIn(answer).map((rate) => rate.text('carrier')))
  const listed = failedCarriersIn(answer)
  const named = findNamedCarriers(listed, carriers)
  // Names may be spelled differently in the list. Then their number must be right.
  const areListed =
    named.length > 0 ? failing.every((each) => named.includes(each)) : listed.length >= failing.length
  expectThat(areListed && failing.every((each) => !quotingCarriers.has(each)), {
    expected: `only rates of ${carriers.filter((each) => !failing.includes(each)).join()}, and ${failing.join(', ')} in failed_carriers`,
    actual: `rates of ${[...quotingCarriers].join(', ')}, and ${showField('failed_carriers', listed)}`,
    answer,
  })
}

const onQuote = rulesOn('createRates', { needs: ['control:faults'] })

/** Rules about several carriers that fail for different causes, and for a long time. */
export const manyFailureRules: readonly Rule[] = [
  rule(
    'RATE-125',
    'If all carriers but one fail, each for another cause, all failed ones are listed, and the other one has rates.',
  )
    .on('createRates', { needs: ['control:faults'], delaysMs: 1_000 })
    .judges('ENDPOINTS-27')
    .by(async (t) => {
      const carriers = await quoteCarriers(t)
      for (const shift of causes.keys()) {
        const failing = carriers.filter((_, index) => index !== shift % carriers.length)
        for (const [index, carrier] of failing.entries()) {
          await addCarrierFault(t, carrier, causes[(index + shift) % causes.length] ?? 'down')
        }
        const answer = await quote(t)
        await t.account.faults.clear()
        expectListed(answer, carriers, failing)
      }
    }),
  onQuote(
    'RATE-126',
    `Carriers that fail in ${inARow} quotes in a row are listed in each, and have rates once they work again.`,
  )
    .judges('ENDPOINTS-31')
    .by(async (t) => {
      const carriers = await quoteCarriers(t)
      const rows = [
        { failing: carriers.slice(0, -1), times: inARow },
        { failing: carriers.slice(-1), times: 4 },
      ]
      for (const { failing, times } of rows) {
        for (const [index, carrier] of failing.entries())
          await addCarrierFault(t, carrier, index === 0 ? 'down' : 'error')
        for (let count = 0; count < times; count += 1) expectListed(await quote(t), carriers, failing)
        await t.account.faults.clear()
        await expectRatesOfAll(t, carriers)
      }
    }),
  rule(
    'RATE-127',
    'An account keeps its rates after another account of its carrier is disconnected, and has them again after reconnection.',
  )
    .on('createRates', { needs: ['control:carrier_accounts'] })
    .judges('SERVICE-12')
    .by(async (t) => {
      const [carrier = ''] = await quoteCarriers(t)
      const countOwnRates = async (): Promise<number> =>
        ratesIn(await quote(t)).filter((rate) => rate.text('account_type') === 'byoa').length
      const before = await countOwnRates()
      const first = await t.account.carrierAccounts.connect({ carrier })
      const second = await t.account.carrierAccounts.connect({ carrier })
      if ((await countOwnRates()) <= before) t.notJudged('the quote had no rate of the connected accounts')
      await t.account.carrierAccounts.disconnect(first)
      const left = await countOwnRates()
      expectThat(left > before, {
        expected: 'rates of the account that is still connected',
        actual: `${left} rates of own accounts`,
      })
      await t.account.carrierAccounts.disconnect(second)
      await countOwnRates()
      await t.account.carrierAccounts.connect({ carrier })
      const again = await countOwnRates()
      expectThat(again > before, {
        expected: 'rates of the account that is connected again',
        actual: `${again} rates of own accounts`,
      })
    }),
]
