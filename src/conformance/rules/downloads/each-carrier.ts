import type { Rule } from '../../rule.ts'
import { active } from '../support/active.ts'
import { downloadOf, expectPdf } from '../support/downloads.ts'
import { ratesOfEach } from '../support/each-carrier.ts'

/** Rules that other rules judge for the cheapest rate only, judged for a label of every carrier. */
export const eachDownloadRules: readonly Rule[] = [
  active({
    id: 'PDF-007',
    judges: ['ENDPOINTS-55'],
    title: 'The PDF of a label of each carrier that quotes is served at its download.',
    endpoint: 'GET /v1/labels/{id}/download',
    run: async (t) => {
      for (const rate of await ratesOfEach(t)) {
        const { id } = await t.setup.labelOf(rate)
        expectPdf(t, await t.send({ method: 'GET', path: downloadOf(id), key: 'test' }))
      }
    },
  }),
]
