import { expectThat } from '../../http/expect.ts'
import { showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { active } from '../support/active.ts'
import { quote, ratesIn } from '../support/quotes.ts'
import { failedCarriersIn } from './failed-carriers.ts'

/** Lets a carrier fail for so many quotes, and returns its name when it works again. */
async function carrierBack(t: RuleContext, quotes: number): Promise<string> {
  const [rate] = await t.setup.rates()
  if (rate === undefined) return t.notJudged('no rate came')
  await t.account.faults.add({ target: `carrier:${rate.carrier}`, operation: 'rates', mode: 'down' })
  for (let count = 0; count < quotes; count += 1) {
    const without = await t.setup.works('Rates while a carrier is down', quote(t))
    if (failedCarriersIn(without).length === 0)
      t.notJudged('the control protocol took the fault, and no carrier failed')
  }
  await t.account.faults.clear()
  return rate.carrier
}

/** Rules about a carrier that works again after a failure. */
export const carrierBackRules: readonly Rule[] = [
  active({
    id: 'RATE-121',
    judges: ['ENDPOINTS-29'],
    title: 'Once a carrier is back, it is not listed in failed_carriers any more.',
    operation: 'createRates',
    needs: ['control:faults'],
    run: async (t) => {
      await carrierBack(t, 1)
      const answer = await quote(t)
      ratesIn(answer)
      const failed = failedCarriersIn(answer)
      expectThat(failed.length === 0, {
        expected: 'no failed_carriers, as none failed',
        actual: showField('failed_carriers', failed),
        answer,
      })
    },
  }),
  active({
    id: 'RATE-122',
    judges: ['ENDPOINTS-31'],
    title: 'A carrier that failed in three quotes in a row has its rates again once it is back.',
    operation: 'createRates',
    needs: ['control:faults'],
    run: async (t) => {
      const carrier = await carrierBack(t, 3)
      const answer = await quote(t)
      const left = [...new Set(ratesIn(answer).map((rate) => rate.text('carrier')))]
      expectThat(left.includes(carrier), {
        expected: `rates of ${carrier}`,
        actual: `rates of ${left.join(', ')}`,
        answer,
      })
    },
  }),
]
