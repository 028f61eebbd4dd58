import type { RuleId } from '../rule.ts'
import { type ErrorCode, errorCodes, statusOf } from '../wire/spec-error.ts'
import type { Statement } from './statement.ts'

const section = 'Errors'

/** The rules that bring a code about. */
const judgedBy = {
  'AUTH.KEY.MISSING': ['KEY-101', 'KEY-112'],
  'AUTH.KEY.INVALID': ['KEY-002', 'KEY-004'],
  'AUTH.KEY.REVOKED': ['KEY-009', 'KEY-010'],
  'AUTH.KEY.EXPIRED': ['KEY-011', 'KEY-012'],
  'AUTH.KEY.INSUFFICIENT_SCOPE': ['SCOPE-001', 'SCOPE-201'],
  'AUTH.KEY.SANDBOX_IN_PRODUCTION': ['KEY-013', 'KEY-014'],
  'AUTH.RATE_LIMIT.EXCEEDED': ['LIMIT-201', 'LIMIT-211'],
  'VALIDATION.FIELD.REQUIRED': ['VAL-001', 'VAL-004', 'VAL-008'],
  'VALIDATION.FIELD.INVALID': [
    'VAL-101',
    'VAL-105',
    'VAL-107',
    'VAL-109',
    'VAL-110',
    'VAL-111',
    'VAL-112',
    'VAL-113',
  ],
  'RATE.EXPIRED': ['RATE-014'],
  'RATE.NOT_FOUND': ['RATE-015'],
  'RATE.CARRIER.UNAVAILABLE': ['RATE-109', 'RATE-101'],
  'LABEL.ADDRESS.UNDELIVERABLE': ['LABEL-201'],
  'LABEL.WEIGHT.EXCEEDED': ['LABEL-202'],
  'LABEL.SERVICE.UNAVAILABLE': ['LABEL-203'],
  'LABEL.VOID.INELIGIBLE': ['VOID-004'],
  'LABEL.VOID.ALREADY_REQUESTED': ['VOID-003'],
  'LABEL.NOT_FOUND': ['LABEL-012', 'VOID-007'],
  'LABEL.CREATION.FAILED': ['LABEL-204'],
  'WALLET.INSUFFICIENT_BALANCE': ['LABEL-211', 'BATCH-201', 'BATCH-202'],
  'WALLET.PAYMENT.FAILED': ['LABEL-212', 'BATCH-203'],
  'WALLET.PAYMENT_METHOD.MISSING': ['LABEL-213', 'BATCH-204'],
  'CARRIER.ACCOUNT.INVALID_CREDENTIALS': ['CARR-004'],
  'CARRIER.ACCOUNT.NOT_FOUND': ['CARR-006'],
  'CARRIER.ERROR.UNKNOWN': ['CARR-005'],
  'BATCH.SIZE.EXCEEDED': ['BATCH-005'],
  'BATCH.ITEMS.REQUIRED': ['BATCH-004'],
  'BATCH.NOT_FOUND': ['BATCH-012', 'BATCH-013'],
  'BATCH.ALREADY_PROCESSING': ['BATCH-011', 'BATCH-112'],
  'ADDRESS.VALIDATION.FAILED': ['ADDR-004'],
  'ADDRESS.VALIDATION.AMBIGUOUS': ['ADDR-005'],
  'ADDRESS.VALIDATION.SERVICE_ERROR': ['ADDR-006'],
  'TRACKER.NOT_FOUND': ['TRACK-007'],
} as const satisfies Record<ErrorCode, readonly [RuleId, ...RuleId[]]>

/** Errors. */
export const errorStatements: readonly Statement[] = [
  {
    section,
    statement: 'Every error response has the envelope.',
    rules: ['ERR-001', 'ERR-016', 'ERR-017', 'PDF-005', 'PDF-103', 'ERR-018', 'ERR-019', 'ERR-020'],
  },
  { section, statement: 'error.code is a text.', rules: ['ERR-002'] },
  { section, statement: 'error.code has the form RESOURCE.CATEGORY.SPECIFIC.', rules: ['ERR-002'] },
  { section, statement: 'Codes can be matched by their first part.', rules: ['ERR-002', 'ERR-008'] },
  { section, statement: 'error.message is a text for people.', rules: ['ERR-003'] },
  { section, statement: 'error.suggestion is a text.', rules: ['ERR-004'] },
  {
    section,
    statement: 'The suggestion says what to do next.',
    reason: 'Whether a sentence helps is for people to say.',
  },
  { section, statement: 'error.docs_url is a URL.', rules: ['ERR-005'] },
  {
    section,
    statement: 'docs_url leads to the reference entry.',
    reason: 'The reference may be on another host, which the suite never calls.',
  },
  { section, statement: 'error.request_id has the form req_….', rules: ['ERR-006'] },
  { section, statement: 'error.request_id is the X-Request-Id.', rules: ['ERR-007'] },
  { section, statement: 'VALIDATION.FIELD.REQUIRED has `field`.', rules: ['ERR-011'] },
  {
    section,
    statement: '`field` names the missing field.',
    rules: ['VAL-001', 'VAL-002', 'VAL-003', 'VAL-005', 'VAL-006', 'VAL-007', 'VAL-008'],
  },
  {
    section,
    statement: 'AUTH.KEY.INSUFFICIENT_SCOPE has required_scope and key_scopes.',
    rules: ['ERR-009', 'ERR-010'],
  },
  { section, statement: 'CARRIER.ERROR.UNKNOWN has raw_carrier_error.', rules: ['ERR-012'] },
  { section, statement: 'ADDRESS.VALIDATION.AMBIGUOUS has suggestions.', rules: ['ERR-013'] },
  {
    section,
    statement: 'AUTH.RATE_LIMIT.EXCEEDED comes with Retry-After in seconds.',
    rules: ['ERR-015', 'LIMIT-303'],
  },
  ...errorCodes.flatMap((code): readonly Statement[] => [
    {
      section,
      statement: `${code} has the status ${statusOf(code)}.`,
      rules: ['ERR-008', judgedBy[code][0]],
    },
    { section, statement: `${code} is given on its condition.`, rules: judgedBy[code] },
  ]),
  {
    section,
    statement: 'Where one carrier is down, the others’ rates are still returned.',
    rules: ['RATE-101', 'RATE-109'],
  },
]
