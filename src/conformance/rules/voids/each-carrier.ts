import type { Rule } from '../../rule.ts'
import { expectAccepted } from '../../wire/expect.ts'
import { active } from '../support/active.ts'
import { mostCarriers, ratesOfEach } from '../support/each-carrier.ts'
import { voidLabel } from '../support/voiding.ts'

/** Rules that other rules judge for the cheapest rate only, judged for a label of every carrier. */
export const eachVoidRules: readonly Rule[] = [
  active({
    id: 'VOID-008',
    title: 'A label of each carrier that quotes can be voided.',
    section: 'States and transitions',
    endpoint: 'DELETE /v1/labels/{id}',
    basis: 'derived',
    sends: 'A purchase of one rate of each carrier in a quote, and the voids of their labels.',
    requests: { createRates: 1, buyLabel: mostCarriers, voidLabel: mostCarriers },
    run: async (t) => {
      for (const rate of await ratesOfEach(t))
        expectAccepted(await voidLabel(t, (await t.setup.labelOf(rate)).id))
    },
  }),
]
