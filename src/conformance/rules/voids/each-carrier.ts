import { expectAccepted, expectError } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { ratesOfEach } from '../support/each-carrier.ts'
import { rule } from '../support/rules-on.ts'
import { voidLabel } from '../support/voiding.ts'

/** Rules that other rules judge for the cheapest rate only, judged for a label of every carrier. */
export const eachVoidRules: readonly Rule[] = [
  rule('VOID-008', 'A label of each carrier that quotes can be voided, and only once.')
    .on('voidLabel')
    .judges('STATES-11', 'SERVICE-8')
    .by(async (t) => {
      for (const rate of await ratesOfEach(t)) {
        const { id } = await t.setup.labelOf(rate)
        expectAccepted(await voidLabel(t, id))
        expectError(await voidLabel(t, id), 'LABEL.VOID.ALREADY_REQUESTED')
      }
    }),
]
