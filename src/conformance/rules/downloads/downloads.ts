import { randomBytes } from 'node:crypto'
import { expectError } from '../../http/expect.ts'
import type { ErrorCode } from '../../http/spec-error.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import type { Need } from '../../target/need.ts'
import { active } from '../support/active.ts'
import { downloadOf, expectPdf, openDownload, openLabelUrl } from '../support/downloads.ts'
import { expectEnvelope } from '../support/error-envelope.ts'
import { unknownIdLike, unknownIds } from '../support/requests.ts'

const endpoint = 'GET /v1/labels/{id}/download'

/** Keys that must not get a PDF. */
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
const refused: readonly Rule[] = badKeys.map(([id, judges, what, code, needs, keyOf]) =>
  active({
    id,
    judges,
    title: `The PDF of a label is not given to ${what}.`,
    endpoint,
    needs,
    run: async (t) => {
      const { id: labelId } = await openDownload(t)
      const value = await keyOf(t)
      expectError(await t.send({ method: 'GET', path: downloadOf(labelId), key: { value } }), code)
    },
  }),
)

export const downloadRules: readonly Rule[] = [
  active({
    id: 'PDF-001',
    judges: ['ENDPOINTS-55'],
    title: 'The PDF of a label is served at its download.',
    endpoint,
    run: async (t) => {
      const { id } = await t.setup.label()
      expectPdf(t, await t.send({ method: 'GET', path: downloadOf(id), key: 'test' }))
    },
  }),
  active({
    id: 'PDF-002',
    judges: ['ENDPOINTS-56'],
    title: 'The PDF of a label is not given to a request without a key.',
    endpoint,
    run: async (t) => {
      const { id } = await openDownload(t)
      expectError(await t.send({ method: 'GET', path: downloadOf(id) }), 'AUTH.KEY.MISSING')
    },
  }),
  active({
    id: 'PDF-006',
    judges: ['AUTHENTICATION-34'],
    title: 'The PDF of a label is not given to a revoked key.',
    endpoint,
    needs: ['key:test', 'key:revoked'],
    run: async (t) => {
      const { id } = await openDownload(t)
      const value = await t.key('revoked')
      expectError(await t.send({ method: 'GET', path: downloadOf(id), key: { value } }), 'AUTH.KEY.REVOKED')
    },
  }),
  ...refused,
  active({
    id: 'PDF-103',
    judges: ['ERRORS-1'],
    title: 'A download that is refused for its scope is refused with the envelope of every error.',
    endpoint,
    needs: ['key:any-scope'],
    run: async (t) => {
      const { id } = await openDownload(t)
      const value = await t.keyWithScopes(['wallet:read'])
      const answer = await t.send({ method: 'GET', path: downloadOf(id), key: { value } })
      expectError(answer, 'AUTH.KEY.INSUFFICIENT_SCOPE')
      expectEnvelope(answer)
    },
  }),
  active({
    id: 'PDF-003',
    judges: ['ENDPOINTS-54'],
    title: 'The PDF of a label that is not there is not found.',
    endpoint,
    run: async (t) => {
      const { id } = await openDownload(t)
      const path = downloadOf(unknownIdLike(id, unknownIds.label))
      expectError(await t.send({ method: 'GET', path, key: 'test' }), 'LABEL.NOT_FOUND')
    },
  }),
  active({
    id: 'PDF-004',
    judges: ['RESOURCES-55', 'ENDPOINTS-55'],
    title: 'The label_url of a live label leads to its PDF.',
    endpoint,
    needs: ['key:live', 'spend'],
    charges: 1,
    run: async (t) => {
      const { labelUrl } = await t.setup.label({ key: 'live' })
      expectPdf(t, await openLabelUrl(t, labelUrl, 'live'))
    },
  }),
  active({
    id: 'PDF-005',
    judges: ['ERRORS-1'],
    title: 'A download that is refused is refused with the envelope of every error.',
    endpoint,
    run: async (t) => {
      const { id } = await openDownload(t)
      expectEnvelope(await t.send({ method: 'GET', path: downloadOf(id) }))
      expectEnvelope(await t.send({ method: 'GET', path: downloadOf(unknownIds.label), key: 'test' }))
    },
  }),
]
