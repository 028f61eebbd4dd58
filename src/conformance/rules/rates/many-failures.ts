import type { Answer } from '../../http/answer.ts'
import { expectThat } from '../../http/expect.ts'
import { showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { maxCarriers } from '../support/each-carrier.ts'
import { readRates, requestRates } from '../support/quotes.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { findNamedCarriers, readFailedCarriers } from './failed-carriers.ts'

const failureModes = ['down', 'timeout', 'error', 'malformed'] as const
const repetitions = 11

const requestQuotedCarriers = async (t: RuleContext): Promise<readonly string[]> =>
  [...new Set((await t.setup.rates()).map(({ carrier }) => carrier))].slice(0, maxCarriers)

/** Adds a fault that makes a carrier fail in rates requests. */
const addCarrierFault = (t: RuleContext, carrier: string, mode: string) =>
  t.account.faults.add({ target: `carrier:${carrier}`, operation: 'rates', mode })

/** Requests rates and checks that the response has rates of each of these carriers. Throws RuleBroken. */
async function expectRatesOfAll(t: RuleContext, carriers: readonly string[]): Promise<void> {
  const answer = await requestRates(t)
  const there = new Set(readRates(answer).map((rate) => rate.text('carrier')))
  expectThat(
    carriers.every((carrier) => there.has(carrier)),
    { expected: `rates of ${carriers.join(', ')}`, actual: `rates of ${[...there].join(', ')}`, answer },
  )
}

/** Checks that a response has no rates of the failing carriers, and lists all of them in failed_carriers. Throws RuleBroken. */
function expectFailuresListed(answer: Answer, carriers: readonly string[], failing: readonly string[]): void {
  const quotingCarriers = new Set(readRates(answer).map((rate) => rate.text('carrier')))
  const listed = readFailedCarriers(answer)
  const named = findNamedCarriers(listed, carriers)
  // If failed_carriers spells carrier names differently than the rates do, the rule checks only the number of entries.
  const areListed =
    named.length > 0 ? failing.every((each) => named.includes(each)) : listed.length >= failing.length
  expectThat(areListed && failing.every((each) => !quotingCarriers.has(each)), {
    expected: `only rates of ${carriers.filter((each) => !failing.includes(each)).join()}, and ${failing.join(', ')} in failed_carriers`,
    actual: `rates of ${[...quotingCarriers].join(', ')}, and ${showField('failed_carriers', listed)}`,
    answer,
  })
}

const makeQuoteRule = rulesOn('createRates', { needs: ['control:faults'] })

/** Rules about several carriers that fail for different causes, or in many rates requests in a row. */
export const manyFailureRules: readonly Rule[] = [
  rule(
    'RATE-125',
    'If all carriers but one fail, each for another cause, all failed carriers are listed, and the remaining carrier has rates.',
  )
    .on('createRates', { needs: ['control:faults'], delaysMs: 1_000 })
    .judges('ENDPOINTS-27')
    .by(async (t) => {
      const carriers = await requestQuotedCarriers(t)
      for (const shift of failureModes.keys()) {
        const failing = carriers.filter((_, index) => index !== shift % carriers.length)
        for (const [index, carrier] of failing.entries()) {
          await addCarrierFault(t, carrier, failureModes[(index + shift) % failureModes.length] ?? 'down')
        }
        const answer = await requestRates(t)
        await t.account.faults.clear()
        expectFailuresListed(answer, carriers, failing)
      }
    }),
  makeQuoteRule(
    'RATE-126',
    `Carriers that fail in ${repetitions} quotes in a row are listed as failed in each quote, and have rates after they work again.`,
  )
    .judges('ENDPOINTS-31')
    .by(async (t) => {
      const carriers = await requestQuotedCarriers(t)
      const rows = [
        { failing: carriers.slice(0, -1), times: repetitions },
        { failing: carriers.slice(-1), times: 4 },
      ]
      for (const { failing, times } of rows) {
        for (const [index, carrier] of failing.entries())
          await addCarrierFault(t, carrier, index === 0 ? 'down' : 'error')
        for (let count = 0; count < times; count += 1)
          expectFailuresListed(await requestRates(t), carriers, failing)
        await t.account.faults.clear()
        await expectRatesOfAll(t, carriers)
      }
    }),
  rule(
    'RATE-127',
    'A carrier account keeps its rates when another account of its carrier is disconnected; rates return when an account is connected again.',
  )
    .on('createRates', { needs: ['control:carrier_accounts'] })
    .judges('SERVICE-12')
    .by(async (t) => {
      const [carrier = ''] = await requestQuotedCarriers(t)
      const countConnectedAccountRates = async (): Promise<number> =>
        readRates(await requestRates(t)).filter((rate) => rate.text('account_type') === 'byoa').length
      const before = await countConnectedAccountRates()
      const first = await t.account.carrierAccounts.connect({ carrier })
      const second = await t.account.carrierAccounts.connect({ carrier })
      if ((await countConnectedAccountRates()) <= before)
        t.notJudged('the quote had no rate of the connected carrier accounts')
      await t.account.carrierAccounts.disconnect(first)
      const left = await countConnectedAccountRates()
      expectThat(left > before, {
        expected: 'rates of the account that is still connected',
        actual: `${left} rates of own accounts`,
      })
      await t.account.carrierAccounts.disconnect(second)
      await countConnectedAccountRates()
      await t.account.carrierAccounts.connect({ carrier })
      const again = await countConnectedAccountRates()
      expectThat(again > before, {
        expected: 'rates of the account that is connected again',
        actual: `${again} rates of own accounts`,
      })
    }),
]
