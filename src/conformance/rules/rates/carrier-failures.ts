import { errorCodeOf, expectAnswer, expectThat, isSuccess } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import { showField, showValue } from '../../http/show.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import {
  expectCheapestFirst,
  expectCompleteRates,
  partialRateOrderRule,
  readRates,
  requestRates,
} from '../support/quotes.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import {
  collectFailedCarrierValues,
  describeQuotedCarriers,
  type Environment,
  expectFailedCarriers,
  expectListedAsFailed,
  findNamedCarriers,
  hasCarrierFailed,
  listQuotedCarriers,
  readFailedCarriers,
  requestQuotedCarriers,
  requestRatesDuringFault,
  requireCarrierFailure,
  skipBecauseCarrierWorked,
} from './failed-carriers.ts'

/** The ways in which a carrier may fail. */
const failureModes: readonly {
  /** The mode of the carrier's fault. */
  readonly mode: string
  /** The rule about the other carriers' rates, and its statements. */
  readonly others: readonly [RuleId, ...Judged]
  /** The rule about failed_carriers, and its statements. */
  readonly listed: readonly [RuleId, ...Judged]
  /** The failure in the present and in the past tense, for the titles of the rules. */
  readonly what: string
  readonly was: string
}[] = [
  {
    mode: 'down',
    others: ['RATE-101', 'ENDPOINTS-25', 'ERRORS-41', 'ERRORS-84'],
    listed: ['RATE-105', 'ENDPOINTS-27', 'ENDPOINTS-21', 'VERSIONING-7'],
    what: 'is down',
    was: 'failed',
  },
  {
    mode: 'timeout',
    others: ['RATE-102', 'ENDPOINTS-26'],
    listed: ['RATE-111', 'ENDPOINTS-28'],
    what: 'times out',
    was: 'timed out',
  },
  {
    mode: 'error',
    others: ['RATE-103', 'ENDPOINTS-25'],
    listed: ['RATE-112', 'ENDPOINTS-27'],
    what: 'returns an error',
    was: 'returned an error',
  },
  {
    mode: 'malformed',
    others: ['RATE-104', 'ENDPOINTS-25'],
    listed: ['RATE-113', 'ENDPOINTS-27'],
    what: 'returns a malformed response',
    was: 'returned a malformed response',
  },
]

/**
 * Makes one carrier after another fail. Checks that each failing carrier is listed as failed, and that the rates of
 * the other carriers are complete and in order. Throws RuleBroken.
 */
async function expectRatesOfOtherCarriers(t: RuleContext, mode: string, key: Environment): Promise<void> {
  const carriers = (await requestQuotedCarriers(t, key)).slice(0, 4)
  const working: string[] = []
  let hasList = false
  for (const failing of carriers) {
    const answer = await requestRatesDuringFault(t, failing, mode, key)
    const others = carriers.filter((each) => each !== failing)
    const left = listQuotedCarriers(answer)
    if (!hasCarrierFailed(failing, answer)) working.push(failing)
    // If no response has a list of failed carriers, only the rules about a single failing carrier report that.
    hasList ||= readFailedCarriers(answer).length > 0
    if (hasList && !left.includes(failing)) expectFailedCarriers(answer)
    expectThat(
      others.every((each) => left.includes(each)),
      { expected: `rates of ${others.join(', ')}`, actual: describeQuotedCarriers(left), answer },
    )
    expectCompleteRates(answer, partialRateOrderRule)
  }
  if (working.length === carriers.length) skipBecauseCarrierWorked(t, working.join(' and '))
}

const makeQuoteRule = rulesOn('createRates', { needs: ['control:faults'] })

export const carrierFailureRules: readonly Rule[] = [
  ...failureModes.map(({ others: [id, ...judges], mode, what }) =>
    rule(id, `While one carrier ${what}, the other carriers' rates are still returned.`)
      .on('createRates', { needs: ['control:faults'], ...(mode === 'timeout' && { delaysMs: 1_000 }) })
      .judges(...judges)
      .by((t) => expectRatesOfOtherCarriers(t, mode, 'test')),
  ),
  rule(partialRateOrderRule.id, partialRateOrderRule.title)
    .on('createRates', { needs: ['control:faults'] })
    .judges(...partialRateOrderRule.judges)
    .by(async (t) => {
      let hasMixed = false
      for (const failing of (await requestQuotedCarriers(t)).slice(0, 4)) {
        const answer = await requestRatesDuringFault(t, failing, 'down')
        const prices = readRates(answer).map((rate) => rate.integer('rate_cents', { min: 0 }))
        hasMixed ||= hasCarrierFailed(failing, answer) && new Set(prices).size > 1
        expectCheapestFirst(prices, answer)
      }
      if (!hasMixed)
        t.notJudged(
          'no quote with a failed carrier had rates at two different prices, so the order of the rates shows nothing',
        )
    }),
  rule('RATE-114', "While one carrier is down, the other carriers' rates are still returned to a live key.")
    .on('createRates', { needs: ['control:faults', 'key:live'] })
    .judges('ENDPOINTS-25')
    .by((t) => expectRatesOfOtherCarriers(t, 'down', 'live')),
  makeQuoteRule('RATE-115', 'While all carriers but one are down, the rates of this carrier are returned.')
    .judges('ENDPOINTS-25')
    .by(async (t) => {
      const carriers = await requestQuotedCarriers(t)
      const [first] = carriers
      for (const last of new Set([first, carriers.at(-1) ?? first])) {
        const others = carriers.filter((each) => each !== last)
        const answer = await requestRatesDuringFault(t, others, 'down')
        const left = listQuotedCarriers(answer)
        expectThat(left.includes(last), {
          expected: `rates of ${last}`,
          actual: describeQuotedCarriers(left),
          answer,
        })
      }
    }),
  ...failureModes.map(({ listed: [id, ...judges], mode, was }) =>
    rule(id, `A carrier that ${was} is listed in failed_carriers.`)
      .on('createRates', { needs: ['control:faults'], requests: { createRates: 4 } })
      .judges(...judges)
      .by(async (t) => {
        const carriers = await requestQuotedCarriers(t)
        const [failing, other] = carriers
        const answer = await requestRatesDuringFault(t, failing, mode)
        readRates(answer)
        const listed = expectFailedCarriers(answer)
        const mentioned = findNamedCarriers(listed, carriers)
        const broken = {
          expected: `${failing} in failed_carriers`,
          actual: showField('failed_carriers', listed),
          answer,
        }
        if (mentioned.length > 0 || other === undefined) {
          expectThat(mentioned.includes(failing), broken)
          return
        }
        // The specification does not say how the list names a carrier, so the entries for two carriers need only differ.
        const again = collectFailedCarrierValues(
          readFailedCarriers(await requestRatesDuringFault(t, failing, mode)),
        )
        const elsewhere = collectFailedCarrierValues(
          readFailedCarriers(await requestRatesDuringFault(t, other, mode)),
        )
        const ofFailingOnly = [...collectFailedCarrierValues(listed)].filter(
          (each) => again.has(each) && !elsewhere.has(each),
        )
        expectThat(ofFailingOnly.length > 0, broken)
      }),
  ),
  makeQuoteRule('RATE-106', 'A carrier that returned rates is not listed in failed_carriers.')
    .judges('ENDPOINTS-29', 'VERSIONING-7')
    .by(async (t) => {
      const [failing, ...others] = await requestQuotedCarriers(t)
      const answer = await requestRatesDuringFault(t, failing, 'down')
      readRates(answer)
      const listed = expectFailedCarriers(answer)
      const ofAnother = listed.find(
        (each) =>
          findNamedCarriers(each, [failing]).length === 0 && findNamedCarriers(each, others).length > 0,
      )
      expectThat(ofAnother === undefined, {
        expected: `only ${failing} in failed_carriers`,
        actual: showField('failed_carriers', listed),
        answer,
      })
      if (listed.length > 1 && findNamedCarriers(listed, [failing]).length === 0) {
        t.notJudged(`the suite did not understand which carriers failed_carriers lists: ${showValue(listed)}`)
      }
    }),
  makeQuoteRule('RATE-107', 'A carrier that failed has no rates in the response.')
    .judges('ENDPOINTS-30')
    .by(async (t) => {
      const [failing] = await requestQuotedCarriers(t)
      for (const { mode } of failureModes) {
        const answer = await requestRatesDuringFault(t, failing, mode)
        const left = listQuotedCarriers(answer)
        expectThat(!left.includes(failing), {
          expected: `no rates of ${failing}`,
          actual: describeQuotedCarriers(left),
          answer,
        })
      }
    }),
  makeQuoteRule('RATE-108', 'If two carriers fail, failed_carriers lists both carriers.')
    .judges('ENDPOINTS-27')
    .by(async (t) => {
      const carriers = await requestQuotedCarriers(t)
      const failing = carriers.slice(0, 2)
      const answer = await requestRatesDuringFault(t, failing, 'down')
      readRates(answer)
      expectListedAsFailed(answer, failing, carriers)
    }),
  makeQuoteRule(
    'RATE-109',
    'While every carrier is down, a request for rates returns no rates, and reports the carriers as unavailable.',
  )
    .judges('ERRORS-40', 'STATES-1', 'ERRORS-41', 'ERRORS-84')
    .by(async (t) => {
      const carriers = await requestQuotedCarriers(t)
      await t.account.faults.add({ target: 'carrier:*', operation: 'rates', mode: 'down' })
      const answer = await requestRates(t)
      if (isSuccess(answer)) {
        // The service may also return a success without rates, if it lists every carrier as failed.
        const rates = isObject(answer.json) ? answer.json['rates'] : undefined
        expectAnswer(
          answer,
          Array.isArray(rates) && rates.length === 0,
          '503 RATE.CARRIER.UNAVAILABLE, or no rates and every carrier as failed',
        )
        expectListedAsFailed(answer, carriers, carriers)
        return
      }
      expectAnswer(
        answer,
        answer.status === 503 && errorCodeOf(answer) === 'RATE.CARRIER.UNAVAILABLE',
        '503 RATE.CARRIER.UNAVAILABLE, or no rates and every carrier as failed',
      )
    }),
  makeQuoteRule('RATE-110', 'After a failed carrier works again, its rates are returned.')
    .judges('ENDPOINTS-31')
    .by(async (t) => {
      const [failing] = await requestQuotedCarriers(t)
      const without = await t.setup.works(
        'Rates while a carrier is down',
        requestRatesDuringFault(t, failing, 'down'),
      )
      requireCarrierFailure(t, failing, without)
      const answer = await requestRates(t)
      const found = listQuotedCarriers(answer)
      expectThat(found.includes(failing), {
        expected: `rates of ${failing}`,
        actual: describeQuotedCarriers(found),
        answer,
      })
    }),
]
