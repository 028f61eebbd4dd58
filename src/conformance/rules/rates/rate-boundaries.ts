import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'
import { minutes, seconds } from '../../target/need.ts'
import { expectError, expectSuccess } from '../../wire/expect.ts'
import { active } from '../support/active.ts'
import { fillWallet, isolatedWallet } from '../support/isolated-wallet.ts'

const endpoint = 'POST /v1/labels'
const environments = ['test', 'live'] as const
type Environment = (typeof environments)[number]

const needs = [...isolatedWallet, 'control:clock'] as const

const buy = (t: RuleContext, rate: QuotedRate | undefined, key: Environment) =>
  t.call('buyLabel', { body: { rate_id: rate?.id }, key })

/** Freezes the clock and quotes in each environment. */
async function quotes(t: RuleContext) {
  await fillWallet(t)
  await t.account.clock.freeze()
  return { test: await t.setup.rates(), live: await t.setup.rates({ key: 'live' }) }
}

/** Rules about how long a rate is valid, to the second. */
export const rateBoundaryRules: readonly Rule[] = [
  active({
    id: 'RATE-208',
    title: 'A rate of either environment can be bought a second before it is 15 minutes old.',
    section: 'Resources and their fields',
    endpoint,
    sends: 'A test rate and a live rate, bought 14 minutes and 59 seconds after their quotes.',
    needs,
    requests: { createRates: 2, buyLabel: 2 },
    run: async (t) => {
      const quoted = await quotes(t)
      await t.passTime(minutes(15) - seconds(1))
      for (const key of environments) expectSuccess(await buy(t, quoted[key][0], key))
    },
  }),
  active({
    id: 'RATE-209',
    title: 'A rate of either environment is refused as expired a second after its 15 minutes.',
    section: 'States and transitions',
    endpoint,
    basis: 'table',
    sends:
      'A test rate and a live rate, bought at once, and others of the quotes after 15 minutes and a second.',
    needs,
    requests: { createRates: 2, buyLabel: 4 },
    run: async (t) => {
      const quoted = await quotes(t)
      for (const key of environments) await t.setup.works('A purchase at once', buy(t, quoted[key][0], key))
      await t.passTime(minutes(15) + seconds(1))
      for (const key of environments) {
        expectError(await buy(t, quoted[key][1] ?? quoted[key][0], key), 'RATE.EXPIRED')
      }
    },
  }),
]
