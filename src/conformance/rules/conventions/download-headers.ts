import { expectThat } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { downloadOf, openDownload } from '../support/downloads.ts'
import { unknownIds } from '../support/requests.ts'
import { rule } from '../support/rules-on.ts'
import { expectHeaders } from './headers.ts'

const endpoint = 'GET /v1/labels/{id}/download'

/** Rules about the headers of downloads, which are answers like all others. */
export const downloadHeaderRules: readonly Rule[] = [
  rule(
    'HEAD-007',
    'A download has the headers of every answer, given or refused, and a request id of its own.',
  )
    .with({ endpoint })
    .judges('LIMITS-21', 'ENDPOINTS-3', 'ENDPOINTS-4')
    .by(async (t) => {
      const { answer } = await openDownload(t)
      expectHeaders(answer)
      const refusal = await t.send({ method: 'GET', path: downloadOf(unknownIds.label), key: 'test' })
      expectHeaders(refusal)
      const [one, other] = [answer, refusal].map(({ headers }) => headers['x-request-id'])
      expectThat(one !== other, {
        expected: `another X-Request-Id than ${one}`,
        actual: `${other} a second time`,
        answer: refusal,
      })
    }),
]
