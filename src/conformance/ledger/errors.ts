import type { RuleId } from '../rule.ts'
import { type ErrorCode, errorCodes, statusOf } from '../wire/spec-error.ts'
import { type Fact, inSection, type StatementId } from './statement.ts'

/** When a code is given, and the rules that bring it about; ids of what is stated of its status and of its condition. */
const codes = {
  'AUTH.KEY.MISSING': {
    status: 'ERRORS-18',
    condition: 'ERRORS-19',
    where: 'no key comes with the request',
    rules: ['KEY-101', 'KEY-112'],
  },
  'AUTH.KEY.INVALID': {
    status: 'ERRORS-20',
    condition: 'ERRORS-21',
    where: 'the key has the wrong form, or nobody has it',
    rules: ['KEY-002', 'KEY-004'],
  },
  'AUTH.KEY.REVOKED': {
    status: 'ERRORS-22',
    condition: 'ERRORS-23',
    where: 'the key was revoked',
    rules: ['KEY-009', 'KEY-010'],
  },
  'AUTH.KEY.EXPIRED': {
    status: 'ERRORS-24',
    condition: 'ERRORS-25',
    where: 'the date of the key is past',
    rules: ['KEY-011', 'KEY-012'],
  },
  'AUTH.KEY.INSUFFICIENT_SCOPE': {
    status: 'ERRORS-26',
    condition: 'ERRORS-27',
    where: 'the key is not allowed to do that',
    rules: ['SCOPE-001', 'SCOPE-201'],
  },
  'AUTH.KEY.SANDBOX_IN_PRODUCTION': {
    status: 'ERRORS-28',
    condition: 'ERRORS-29',
    where: 'a test key asks for something live',
    rules: ['KEY-013', 'KEY-014'],
  },
  'AUTH.RATE_LIMIT.EXCEEDED': {
    status: 'ERRORS-30',
    condition: 'ERRORS-31',
    where: 'a key asks more often than the limit allows',
    rules: ['LIMIT-201', 'LIMIT-211'],
  },
  'VALIDATION.FIELD.REQUIRED': {
    status: 'ERRORS-32',
    condition: 'ERRORS-33',
    where: 'a field that is needed is not there',
    rules: ['VAL-001', 'VAL-004', 'VAL-008'],
  },
  'VALIDATION.FIELD.INVALID': {
    status: 'ERRORS-34',
    condition: 'ERRORS-35',
    where: 'a field has a value it cannot have',
    rules: ['VAL-101', 'VAL-105', 'VAL-107', 'VAL-109', 'VAL-110', 'VAL-111', 'VAL-112', 'VAL-113'],
  },
  'RATE.EXPIRED': {
    status: 'ERRORS-36',
    condition: 'ERRORS-37',
    where: 'a rate is bought after its 15 minutes',
    rules: ['RATE-014'],
  },
  'RATE.NOT_FOUND': {
    status: 'ERRORS-38',
    condition: 'ERRORS-39',
    where: 'no rate has the id',
    rules: ['RATE-015'],
  },
  'RATE.CARRIER.UNAVAILABLE': {
    status: 'ERRORS-40',
    condition: 'ERRORS-41',
    where: 'a carrier does not answer',
    rules: ['RATE-109', 'RATE-101'],
  },
  'LABEL.ADDRESS.UNDELIVERABLE': {
    status: 'ERRORS-42',
    condition: 'ERRORS-43',
    where: 'the carrier does not deliver to the address',
    rules: ['LABEL-201'],
  },
  'LABEL.WEIGHT.EXCEEDED': {
    status: 'ERRORS-44',
    condition: 'ERRORS-45',
    where: 'the parcel is heavier than the carrier takes',
    rules: ['LABEL-202'],
  },
  'LABEL.SERVICE.UNAVAILABLE': {
    status: 'ERRORS-46',
    condition: 'ERRORS-47',
    where: 'the service does not run between the two places',
    rules: ['LABEL-203'],
  },
  'LABEL.VOID.INELIGIBLE': {
    status: 'ERRORS-48',
    condition: 'ERRORS-49',
    where: 'the parcel was scanned before the void',
    rules: ['VOID-004'],
  },
  'LABEL.VOID.ALREADY_REQUESTED': {
    status: 'ERRORS-50',
    condition: 'ERRORS-51',
    where: 'a void is pending',
    rules: ['VOID-003'],
  },
  'LABEL.NOT_FOUND': {
    status: 'ERRORS-52',
    condition: 'ERRORS-53',
    where: 'no label has the id',
    rules: ['LABEL-012', 'VOID-007'],
  },
  'LABEL.CREATION.FAILED': {
    status: 'ERRORS-54',
    condition: 'ERRORS-55',
    where: 'something nobody expected keeps the label from being made',
    rules: ['LABEL-204'],
  },
  'WALLET.INSUFFICIENT_BALANCE': {
    status: 'ERRORS-56',
    condition: 'ERRORS-57',
    where: 'the wallet holds too little',
    rules: ['LABEL-211', 'BATCH-201', 'BATCH-202'],
  },
  'WALLET.PAYMENT.FAILED': {
    status: 'ERRORS-58',
    condition: 'ERRORS-59',
    where: 'the card was declined',
    rules: ['LABEL-212', 'BATCH-203'],
  },
  'WALLET.PAYMENT_METHOD.MISSING': {
    status: 'ERRORS-60',
    condition: 'ERRORS-61',
    where: 'there is no card',
    rules: ['LABEL-213', 'BATCH-204'],
  },
  'CARRIER.ACCOUNT.INVALID_CREDENTIALS': {
    status: 'ERRORS-62',
    condition: 'ERRORS-63',
    where: 'the carrier turns the credentials down',
    rules: ['CARR-004'],
  },
  'CARRIER.ACCOUNT.NOT_FOUND': {
    status: 'ERRORS-64',
    condition: 'ERRORS-65',
    where: 'no carrier account has the id',
    rules: ['CARR-006'],
  },
  'CARRIER.ERROR.UNKNOWN': {
    status: 'ERRORS-66',
    condition: 'ERRORS-67',
    where: 'a carrier fails in a way nobody expected',
    rules: ['CARR-005'],
  },
  'BATCH.SIZE.EXCEEDED': {
    status: 'ERRORS-68',
    condition: 'ERRORS-69',
    where: 'a batch has more than 5,000 items',
    rules: ['BATCH-005'],
  },
  'BATCH.ITEMS.REQUIRED': {
    status: 'ERRORS-70',
    condition: 'ERRORS-71',
    where: 'a batch has no items',
    rules: ['BATCH-004'],
  },
  'BATCH.NOT_FOUND': {
    status: 'ERRORS-72',
    condition: 'ERRORS-73',
    where: 'no batch has the id',
    rules: ['BATCH-012', 'BATCH-013'],
  },
  'BATCH.ALREADY_PROCESSING': {
    status: 'ERRORS-74',
    condition: 'ERRORS-75',
    where: 'a batch that is active is bought',
    rules: ['BATCH-011', 'BATCH-112'],
  },
  'ADDRESS.VALIDATION.FAILED': {
    status: 'ERRORS-76',
    condition: 'ERRORS-77',
    where: 'nothing can be delivered to the address',
    rules: ['ADDR-004'],
  },
  'ADDRESS.VALIDATION.AMBIGUOUS': {
    status: 'ERRORS-78',
    condition: 'ERRORS-79',
    where: 'several addresses match',
    rules: ['ADDR-005'],
  },
  'ADDRESS.VALIDATION.SERVICE_ERROR': {
    status: 'ERRORS-80',
    condition: 'ERRORS-81',
    where: 'what validates addresses is down for a while',
    rules: ['ADDR-006'],
  },
  'TRACKER.NOT_FOUND': {
    status: 'ERRORS-82',
    condition: 'ERRORS-83',
    where: 'no tracker has the id',
    rules: ['TRACK-007'],
  },
} as const satisfies Record<
  ErrorCode,
  {
    readonly status: StatementId
    readonly condition: StatementId
    readonly where: string
    readonly rules: readonly [RuleId, ...RuleId[]]
  }
>

function ofCode(code: ErrorCode): readonly Fact[] {
  const { status, condition, where, rules } = codes[code]
  return [
    { id: status, statement: `${code} has the status ${statusOf(code)}.`, rules: ['ERR-008', rules[0]] },
    { id: condition, statement: `${code} is given where ${where}.`, rules },
  ]
}

/** Errors. */
export const errorStatements = inSection('Errors', {
  Envelope: [
    {
      id: 'ERRORS-1',
      statement: 'Every error response has the envelope.',
      rules: ['ERR-001', 'ERR-016', 'ERR-017', 'PDF-005', 'PDF-103', 'ERR-018', 'ERR-019', 'ERR-020'],
    },
    { id: 'ERRORS-2', statement: 'error.code is a text.', rules: ['ERR-002'] },
    { id: 'ERRORS-3', statement: 'error.code has the form RESOURCE.CATEGORY.SPECIFIC.', rules: ['ERR-002'] },
    { id: 'ERRORS-4', statement: 'Codes can be matched by their first part.', rules: ['ERR-002', 'ERR-008'] },
    { id: 'ERRORS-5', statement: 'error.message is a text for people.', rules: ['ERR-003'] },
    { id: 'ERRORS-6', statement: 'error.suggestion is a text.', rules: ['ERR-004'] },
    {
      id: 'ERRORS-7',
      statement: 'The suggestion says what to do next.',
      reason: 'Whether a sentence helps is for people to say.',
    },
    { id: 'ERRORS-8', statement: 'error.docs_url is a URL.', rules: ['ERR-005'] },
    {
      id: 'ERRORS-9',
      statement: 'docs_url leads to the reference entry.',
      reason: 'The reference may be on another host, which the suite never calls.',
    },
    { id: 'ERRORS-10', statement: 'error.request_id has the form req_….', rules: ['ERR-006'] },
    { id: 'ERRORS-11', statement: 'error.request_id is the X-Request-Id.', rules: ['ERR-007'] },
  ],
  'Extra fields': [
    { id: 'ERRORS-12', statement: 'VALIDATION.FIELD.REQUIRED has `field`.', rules: ['ERR-011'] },
    {
      id: 'ERRORS-13',
      statement: '`field` names the missing field.',
      rules: ['VAL-001', 'VAL-002', 'VAL-003', 'VAL-005', 'VAL-006', 'VAL-007', 'VAL-008'],
    },
    {
      id: 'ERRORS-14',
      statement: 'AUTH.KEY.INSUFFICIENT_SCOPE has required_scope and key_scopes.',
      rules: ['ERR-009', 'ERR-010'],
    },
    { id: 'ERRORS-15', statement: 'CARRIER.ERROR.UNKNOWN has raw_carrier_error.', rules: ['ERR-012'] },
    { id: 'ERRORS-16', statement: 'ADDRESS.VALIDATION.AMBIGUOUS has suggestions.', rules: ['ERR-013'] },
    {
      id: 'ERRORS-17',
      statement: 'AUTH.RATE_LIMIT.EXCEEDED comes with Retry-After in seconds.',
      rules: ['ERR-015', 'LIMIT-303'],
    },
  ],
  Codes: [
    ...errorCodes.flatMap(ofCode),
    {
      id: 'ERRORS-84',
      statement: 'Where one carrier is down, the others’ rates are still returned.',
      rules: ['RATE-101', 'RATE-109'],
    },
  ],
})
