import { randomBytes } from 'node:crypto'
import { expectError } from '../../http/expect.ts'
import type { ErrorCode } from '../../http/spec-error.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import type { Need } from '../../target/need.ts'
import { buyAndDownloadLabel, downloadPathOf, expectPdf, requestLabelUrl } from '../support/downloads.ts'
import { requestCheapestOfEachCarrier } from '../support/each-carrier.ts'
import { expectEnvelope } from '../support/error-envelope.ts'
import { makeUnknownIdLike, unknownIds } from '../support/requests.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

const endpoint = 'GET /v1/labels/{id}/download'

/**
 * Keys that the service must refuse at the download of a label. Each row has the id, statements, key name, error code
 * and needs of a rule, and a function that returns the key.
 */
const badKeys: readonly (readonly [
  RuleId,
  Judged,
  string,
  ErrorCode,
  readonly Need[],
  (t: RuleContext) => Promise<string>,
])[] = [
  [
    'PDF-101',
    ['ENDPOINTS-56'],
    'an unknown key',
    'AUTH.KEY.INVALID',
    ['key:test'],
    async () => `pr_test_${randomBytes(16).toString('hex')}`,
  ],
  [
    'PDF-102',
    ['ENDPOINTS-56'],
    'a key past its expiration',
    'AUTH.KEY.EXPIRED',
    ['key:test', 'key:expired'],
    (t) => t.key('expired'),
  ],
]
const makeDownloadRule = rulesOn(null, { endpoint })

const badKeyRules: readonly Rule[] = badKeys.map(([id, judges, what, code, needs, keyOf]) =>
  rule(id, `The PDF of a label is not served to ${what}.`)
    .with({ endpoint, needs })
    .judges(...judges)
    .by(async (t) => {
      const { id: labelId } = await buyAndDownloadLabel(t)
      const value = await keyOf(t)
      expectError(await t.send({ method: 'GET', path: downloadPathOf(labelId), key: { value } }), code)
    }),
)

export const downloadRules: readonly Rule[] = [
  makeDownloadRule('PDF-001', 'The download endpoint of a label serves its PDF.')
    .judges('ENDPOINTS-55')
    .by(async (t) => {
      const { id } = await t.setup.label()
      expectPdf(t, await t.send({ method: 'GET', path: downloadPathOf(id), key: 'test' }))
    }),
  makeDownloadRule('PDF-002', 'The PDF of a label is not served to a request without a key.')
    .judges('ENDPOINTS-56')
    .by(async (t) => {
      const { id } = await buyAndDownloadLabel(t)
      expectError(await t.send({ method: 'GET', path: downloadPathOf(id) }), 'AUTH.KEY.MISSING')
    }),
  rule('PDF-006', 'The PDF of a label is not served to a revoked key.')
    .with({ endpoint, needs: ['key:test', 'key:revoked'] })
    .judges('AUTHENTICATION-34')
    .by(async (t) => {
      const { id } = await buyAndDownloadLabel(t)
      const value = await t.key('revoked')
      expectError(
        await t.send({ method: 'GET', path: downloadPathOf(id), key: { value } }),
        'AUTH.KEY.REVOKED',
      )
    }),
  ...badKeyRules,
  rule('PDF-103', 'A download that is refused for a missing scope has the standard error envelope.')
    .with({ endpoint, needs: ['key:any-scope'] })
    .judges('ERRORS-1')
    .by(async (t) => {
      const { id } = await buyAndDownloadLabel(t)
      const value = await t.createKeyWithScopes(['wallet:read'])
      const answer = await t.send({ method: 'GET', path: downloadPathOf(id), key: { value } })
      expectError(answer, 'AUTH.KEY.INSUFFICIENT_SCOPE')
      expectEnvelope(answer)
    }),
  makeDownloadRule('PDF-003', 'The download of a label that does not exist is refused as not found.')
    .judges('ENDPOINTS-54')
    .by(async (t) => {
      const { id } = await buyAndDownloadLabel(t)
      const path = downloadPathOf(makeUnknownIdLike(id, unknownIds.label))
      expectError(await t.send({ method: 'GET', path, key: 'test' }), 'LABEL.NOT_FOUND')
    }),
  rule('PDF-004', 'The label_url of a live label leads to its PDF.')
    .with({ endpoint, needs: ['key:live', 'spend'], charges: 1 })
    .judges('RESOURCES-55', 'ENDPOINTS-55')
    .by(async (t) => {
      const { labelUrl } = await t.setup.label({ key: 'live' })
      expectPdf(t, await requestLabelUrl(t, labelUrl, 'live'))
    }),
  makeDownloadRule('PDF-005', 'A refused download has the standard error envelope.')
    .judges('ERRORS-1')
    .by(async (t) => {
      const { id } = await buyAndDownloadLabel(t)
      expectEnvelope(await t.send({ method: 'GET', path: downloadPathOf(id) }))
      expectEnvelope(await t.send({ method: 'GET', path: downloadPathOf(unknownIds.label), key: 'test' }))
    }),
  makeDownloadRule('PDF-007', 'The download endpoint serves the PDF of a label of each quoted carrier.')
    .judges('ENDPOINTS-55')
    .by(async (t) => {
      for (const rate of await requestCheapestOfEachCarrier(t)) {
        const { id } = await t.setup.labelOf(rate)
        expectPdf(t, await t.send({ method: 'GET', path: downloadPathOf(id), key: 'test' }))
      }
    }),
]
