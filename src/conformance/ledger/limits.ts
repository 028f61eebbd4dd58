import type { RuleId } from '../rule.ts'
import { type OperationName, operationOf } from '../wire/operation.ts'
import { type Fact, inSection, type StatementId } from './statement.ts'

const rows: readonly (readonly [StatementId, OperationName, RuleId, RuleId])[] = [
  ['LIMITS-4', 'createRates', 'LIMIT-001', 'LIMIT-201'],
  ['LIMITS-5', 'validateAddress', 'LIMIT-002', 'LIMIT-202'],
  ['LIMITS-6', 'buyLabel', 'LIMIT-003', 'LIMIT-203'],
  ['LIMITS-7', 'getLabel', 'LIMIT-004', 'LIMIT-204'],
  ['LIMITS-8', 'voidLabel', 'LIMIT-005', 'LIMIT-205'],
  ['LIMITS-9', 'registerTracker', 'LIMIT-006', 'LIMIT-206'],
  ['LIMITS-10', 'getTracker', 'LIMIT-007', 'LIMIT-207'],
  ['LIMITS-11', 'listCarrierAccounts', 'LIMIT-008', 'LIMIT-208'],
  ['LIMITS-12', 'createBatch', 'LIMIT-009', 'LIMIT-209'],
  ['LIMITS-13', 'getBatch', 'LIMIT-010', 'LIMIT-210'],
  ['LIMITS-14', 'buyBatch', 'LIMIT-011', 'LIMIT-211'],
  ['LIMITS-15', 'getWallet', 'LIMIT-012', 'LIMIT-212'],
  ['LIMITS-16', 'listDeliveries', 'LIMIT-013', 'LIMIT-213'],
]

function limited([id, operation, tells, ends]: (typeof rows)[number]): Fact {
  const { endpoint, limitPerMinute } = operationOf(operation)
  return { id, statement: `${endpoint} is limited to ${limitPerMinute} a minute.`, rules: [tells, ends] }
}

const counted = [
  'LIMIT-101',
  'LIMIT-102',
  'LIMIT-103',
  'LIMIT-104',
  'LIMIT-105',
  'LIMIT-106',
  'LIMIT-107',
  'LIMIT-108',
  'LIMIT-109',
  'LIMIT-110',
  'LIMIT-111',
  'LIMIT-112',
  'LIMIT-113',
] as const

/** Limits. */
export const limitStatements = inSection('Limits', {
  'Rate limits': [
    { id: 'LIMITS-1', statement: 'Limits are per key.', rules: ['LIMIT-301'] },
    { id: 'LIMITS-2', statement: 'Limits are per endpoint.', rules: ['LIMIT-302'] },
    {
      id: 'LIMITS-3',
      statement: 'The window is one minute.',
      rules: ['LIMIT-303', 'LIMIT-304', 'LIMIT-305', 'LIMIT-308'],
    },
    ...rows.map(limited),
    { id: 'LIMITS-17', statement: 'Over the limit the status is 429.', rules: ['LIMIT-211', 'LIMIT-212'] },
    {
      id: 'LIMITS-18',
      statement: 'Over the limit the code is AUTH.RATE_LIMIT.EXCEEDED.',
      rules: ['ERR-014', 'LIMIT-211'],
    },
    {
      id: 'LIMITS-19',
      statement: 'Over the limit there is Retry-After, in seconds.',
      rules: ['ERR-015', 'LIMIT-303'],
    },
    {
      id: 'LIMITS-20',
      statement: 'Higher limits can be had from support.',
      reason: 'Support is people; the suite accepts every limit that is higher than documented.',
    },
  ],
  Headers: [
    {
      id: 'LIMITS-21',
      statement: 'X-RateLimit-Limit is the limit of the endpoint.',
      rules: ['HEAD-001', 'LIMIT-001', 'LIMIT-014', 'HEAD-007'],
    },
    {
      id: 'LIMITS-22',
      statement: 'X-RateLimit-Remaining is what is left in the window.',
      rules: ['HEAD-002', 'HEAD-005', 'LIMIT-306', ...counted],
    },
    { id: 'LIMITS-23', statement: 'X-RateLimit-Reset is a Unix timestamp.', rules: ['HEAD-003'] },
    {
      id: 'LIMITS-24',
      statement: 'X-RateLimit-Reset is when the window resets.',
      rules: ['LIMIT-305', 'LIMIT-307', 'LIMIT-309'],
    },
    { id: 'LIMITS-25', statement: 'X-Request-Id is on every response.', rules: ['HEAD-004'] },
    { id: 'LIMITS-26', statement: 'X-Request-Id is unique.', rules: ['HEAD-006', 'HEAD-008'] },
  ],
  'Other constants': [
    { id: 'LIMITS-27', statement: 'Rates are valid for 15 minutes.', rules: ['RATE-013', 'RATE-014'] },
    {
      id: 'LIMITS-28',
      statement: 'A batch has 1 to 5,000 items.',
      rules: ['BATCH-001', 'BATCH-004', 'BATCH-005', 'BATCH-006'],
    },
    { id: 'LIMITS-29', statement: 'A webhook has 5 attempts.', rules: ['HOOK-105', 'HOOK-106'] },
    { id: 'LIMITS-30', statement: 'The log has the last 50 deliveries.', rules: ['LOG-008', 'LOG-011'] },
    { id: 'LIMITS-31', statement: 'Tracking is refreshed every 4 hours.', rules: ['TRACK-106'] },
    { id: 'LIMITS-32', statement: 'The minimum funding is 5 US dollars.', rules: ['WALLET-008'] },
  ],
})
