import { expectThat } from '../../http/expect.ts'
import { showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { readRates, requestRates } from '../support/quotes.ts'
import { rulesOn } from '../support/rules-on.ts'
import { readFailedCarriers } from './failed-carriers.ts'

/** Makes a carrier fail during this many rates requests, ends the failure, and returns the name of the carrier. */
async function failAndRestoreCarrier(t: RuleContext, quotes: number): Promise<string> {
  const [rate] = await t.setup.rates()
  if (rate === undefined)
    return t.notJudged('the target quoted no rate, so there is no carrier that the rule could make fail')
  await t.account.faults.add({ target: `carrier:${rate.carrier}`, operation: 'rates', mode: 'down' })
  for (let count = 0; count < quotes; count += 1) {
    const without = await t.setup.works('Rates while a carrier is down', requestRates(t))
    if (readFailedCarriers(without).length === 0)
      t.notJudged(
        `the control protocol accepted a fault that makes ${rate.carrier} fail, but no carrier failed`,
      )
  }
  await t.account.faults.clear()
  return rate.carrier
}

const makeQuoteRule = rulesOn('createRates', { needs: ['control:faults'] })

/** Rules about a carrier that works again after a failure. */
export const carrierBackRules: readonly Rule[] = [
  makeQuoteRule(
    'RATE-121',
    'After a failed carrier works again, failed_carriers no longer lists the carrier.',
  )
    .judges('ENDPOINTS-29')
    .by(async (t) => {
      await failAndRestoreCarrier(t, 1)
      const answer = await requestRates(t)
      readRates(answer)
      const failed = readFailedCarriers(answer)
      expectThat(failed.length === 0, {
        expected: 'no failed_carriers, as no carrier failed',
        actual: showField('failed_carriers', failed),
        answer,
      })
    }),
  makeQuoteRule('RATE-122', 'A carrier that failed in three quotes in a row has rates after it works again.')
    .judges('ENDPOINTS-31')
    .by(async (t) => {
      const carrier = await failAndRestoreCarrier(t, 3)
      const answer = await requestRates(t)
      const left = [...new Set(readRates(answer).map((rate) => rate.text('carrier')))]
      expectThat(left.includes(carrier), {
        expected: `rates of ${carrier}`,
        actual: `rates of ${left.join(', ')}`,
        answer,
      })
    }),
]
