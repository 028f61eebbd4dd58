import type { Rule } from '../../rule.ts'
import { downloadOf, expectPdf } from '../support/downloads.ts'
import { ratesOfEach } from '../support/each-carrier.ts'
import { rule } from '../support/rules-on.ts'

/** Rules that other rules judge for the cheapest rate only, judged for a label of every carrier. */
export const eachDownloadRules: readonly Rule[] = [
  rule('PDF-007', 'The PDF of a label of each carrier that quotes is served at its download.')
    .with({ endpoint: 'GET /v1/labels/{id}/download' })
    .judges('ENDPOINTS-55')
    .by(async (t) => {
      for (const rate of await ratesOfEach(t)) {
        const { id } = await t.setup.labelOf(rate)
        expectPdf(t, await t.send({ method: 'GET', path: downloadOf(id), key: 'test' }))
      }
    }),
]
