import { expectResource, expectThat } from '../../http/expect.ts'
import { showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import { active } from '../support/active.ts'
import { mostCarriers, ratesOfEach } from '../support/each-carrier.ts'
import { expectAsBought, expectOfRate } from '../support/label-fields.ts'

const buying = 'POST /v1/labels'

/** Rules that other rules judge for the cheapest rate only, judged for a label of every carrier. */
export const eachLabelRules: readonly Rule[] = [
  active({
    id: 'LABEL-016',
    title:
      'A sandbox label of each carrier that quotes is of its rate, simulated, and reads as it was bought.',
    section: 'Resources and their fields',
    endpoint: buying,
    basis: 'derived',
    sends: 'A purchase of one rate of each carrier in a quote, and the labels read.',
    requests: { createRates: 1, buyLabel: mostCarriers, getLabel: mostCarriers },
    run: async (t) => {
      for (const rate of await ratesOfEach(t)) {
        const answer = await t.setup.works('A purchase', t.call('buyLabel', { body: { rate_id: rate.id } }))
        const label = expectResource(answer, 'label')
        expectOfRate(label, { rate, answer, mayBeFree: true })
        expectThat(label.raw('sandbox') === true, {
          expected: `sandbox true on a label of ${rate.carrier}`,
          actual: showField('sandbox', label.raw('sandbox')),
          answer,
        })
        label.text('tracking_number', { pattern: /^9999/, described: 'a text that begins with 9999' })
        expectAsBought(label, await t.call('getLabel', { id: label.text('id') }))
      }
    },
  }),
]
