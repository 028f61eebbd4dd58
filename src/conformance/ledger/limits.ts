import type { RuleId } from '../rule.ts'
import { type OperationName, operationOf } from '../wire/operation.ts'
import type { Statement } from './statement.ts'

const section = 'Limits'

const rows: readonly (readonly [OperationName, RuleId, RuleId])[] = [
  ['createRates', 'LIMIT-001', 'LIMIT-201'],
  ['validateAddress', 'LIMIT-002', 'LIMIT-202'],
  ['buyLabel', 'LIMIT-003', 'LIMIT-203'],
  ['getLabel', 'LIMIT-004', 'LIMIT-204'],
  ['voidLabel', 'LIMIT-005', 'LIMIT-205'],
  ['registerTracker', 'LIMIT-006', 'LIMIT-206'],
  ['getTracker', 'LIMIT-007', 'LIMIT-207'],
  ['listCarrierAccounts', 'LIMIT-008', 'LIMIT-208'],
  ['createBatch', 'LIMIT-009', 'LIMIT-209'],
  ['getBatch', 'LIMIT-010', 'LIMIT-210'],
  ['buyBatch', 'LIMIT-011', 'LIMIT-211'],
  ['getWallet', 'LIMIT-012', 'LIMIT-212'],
  ['listDeliveries', 'LIMIT-013', 'LIMIT-213'],
]

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
export const limitStatements: readonly Statement[] = [
  { section, statement: 'Limits are per key.', rules: ['LIMIT-301'] },
  { section, statement: 'Limits are per endpoint.', rules: ['LIMIT-302'] },
  {
    section,
    statement: 'The window is one minute.',
    rules: ['LIMIT-303', 'LIMIT-304', 'LIMIT-305', 'LIMIT-308'],
  },
  ...rows.map(([operation, tells, ends]): Statement => {
    const { endpoint, limitPerMinute } = operationOf(operation)
    return {
      section,
      statement: `${endpoint} is limited to ${limitPerMinute} a minute.`,
      rules: [tells, ends],
    }
  }),
  {
    section,
    statement: 'X-RateLimit-Limit is the limit of the endpoint.',
    rules: ['HEAD-001', 'LIMIT-001', 'LIMIT-014', 'HEAD-007'],
  },
  {
    section,
    statement: 'X-RateLimit-Remaining is what is left in the window.',
    rules: ['HEAD-002', 'HEAD-005', 'LIMIT-306', ...counted],
  },
  { section, statement: 'X-RateLimit-Reset is a Unix timestamp.', rules: ['HEAD-003'] },
  {
    section,
    statement: 'X-RateLimit-Reset is when the window resets.',
    rules: ['LIMIT-305', 'LIMIT-307', 'LIMIT-309'],
  },
  { section, statement: 'X-Request-Id is on every response.', rules: ['HEAD-004'] },
  { section, statement: 'X-Request-Id is unique.', rules: ['HEAD-006', 'HEAD-008'] },
  { section, statement: 'Over the limit the status is 429.', rules: ['LIMIT-211', 'LIMIT-212'] },
  {
    section,
    statement: 'Over the limit the code is AUTH.RATE_LIMIT.EXCEEDED.',
    rules: ['ERR-014', 'LIMIT-211'],
  },
  { section, statement: 'Over the limit there is Retry-After, in seconds.', rules: ['ERR-015', 'LIMIT-303'] },
  { section, statement: 'Rates are valid for 15 minutes.', rules: ['RATE-013', 'RATE-014'] },
  {
    section,
    statement: 'A batch has 1 to 5,000 items.',
    rules: ['BATCH-001', 'BATCH-004', 'BATCH-005', 'BATCH-006'],
  },
  { section, statement: 'A webhook has 5 attempts.', rules: ['HOOK-105', 'HOOK-106'] },
  { section, statement: 'The log has the last 50 deliveries.', rules: ['LOG-008', 'LOG-011'] },
  { section, statement: 'Tracking is refreshed every 4 hours.', rules: ['TRACK-106'] },
  {
    section,
    statement: 'The minimum funding is 5 US dollars.',
    rules: ['WALLET-008'],
  },
  {
    section,
    statement: 'Higher limits can be had from support.',
    reason: 'Support is people; the suite accepts every limit that is higher than documented.',
  },
]
