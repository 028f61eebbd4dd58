import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('Errors', {
    Codes: [
      {
        id: 'ERRORS-31',
        statement: 'AUTH.RATE_LIMIT.EXCEEDED is given where a key asks more often than the limit allows.',
        rules: ['LIMIT-201', 'LIMIT-211', 'EXPL-008'],
      },
    ],
  }),
  ...inSection('Limits', {
    'Rate limits': [
      {
        id: 'LIMITS-1',
        statement: 'Limits are per key.',
        rules: ['LIMIT-301', 'EXPL-008', 'LIMIT-311'],
      },
      {
        id: 'LIMITS-2',
        statement: 'Limits are per endpoint.',
        rules: ['LIMIT-302', 'EXPL-008', 'LIMIT-310'],
      },
      {
        id: 'LIMITS-3',
        statement: 'The window is one minute.',
        rules: ['LIMIT-303', 'LIMIT-304', 'LIMIT-305', 'LIMIT-308', 'EXPL-008'],
      },
      {
        id: 'LIMITS-4',
        statement: 'POST /v1/rates is limited to 100 a minute.',
        rules: ['LIMIT-001', 'LIMIT-201', 'EXPL-008'],
      },
      {
        id: 'LIMITS-5',
        statement: 'POST /v1/addresses/validate is limited to 200 a minute.',
        rules: ['LIMIT-002', 'LIMIT-202', 'EXPL-008'],
      },
      {
        id: 'LIMITS-6',
        statement: 'POST /v1/labels is limited to 60 a minute.',
        rules: ['LIMIT-003', 'LIMIT-203', 'EXPL-008'],
      },
      {
        id: 'LIMITS-7',
        statement: 'GET /v1/labels/{id} is limited to 300 a minute.',
        rules: ['LIMIT-004', 'LIMIT-204', 'EXPL-008'],
      },
      {
        id: 'LIMITS-8',
        statement: 'DELETE /v1/labels/{id} is limited to 30 a minute.',
        rules: ['LIMIT-005', 'LIMIT-205', 'EXPL-008'],
      },
      {
        id: 'LIMITS-9',
        statement: 'POST /v1/trackers is limited to 200 a minute.',
        rules: ['LIMIT-006', 'LIMIT-206', 'EXPL-008'],
      },
      {
        id: 'LIMITS-10',
        statement: 'GET /v1/trackers/{id} is limited to 300 a minute.',
        rules: ['LIMIT-007', 'LIMIT-207', 'EXPL-008'],
      },
      {
        id: 'LIMITS-11',
        statement: 'GET /v1/carrier-accounts is limited to 300 a minute.',
        rules: ['LIMIT-008', 'LIMIT-208', 'EXPL-008'],
      },
      {
        id: 'LIMITS-12',
        statement: 'POST /v1/batches is limited to 10 a minute.',
        rules: ['LIMIT-009', 'LIMIT-209', 'EXPL-008'],
      },
      {
        id: 'LIMITS-13',
        statement: 'GET /v1/batches/{id} is limited to 300 a minute.',
        rules: ['LIMIT-010', 'LIMIT-210', 'EXPL-008'],
      },
      {
        id: 'LIMITS-14',
        statement: 'POST /v1/batches/{id}/buy is limited to 10 a minute.',
        rules: ['LIMIT-011', 'LIMIT-211', 'EXPL-008'],
      },
      {
        id: 'LIMITS-15',
        statement: 'GET /v1/wallet is limited to 300 a minute.',
        rules: ['LIMIT-012', 'LIMIT-212', 'EXPL-008'],
      },
      {
        id: 'LIMITS-16',
        statement: 'GET /v1/webhooks/deliveries is limited to 300 a minute.',
        rules: ['LIMIT-013', 'LIMIT-213', 'EXPL-008'],
      },
      {
        id: 'LIMITS-17',
        statement: 'Over the limit the status is 429.',
        rules: ['LIMIT-211', 'LIMIT-212', 'EXPL-008'],
      },
      {
        id: 'LIMITS-20',
        statement: 'Higher limits can be had from support.',
        reason: 'Support is people; the suite accepts every limit that is higher than documented.',
      },
    ],
    Headers: [
      {
        id: 'LIMITS-24',
        statement: 'X-RateLimit-Reset is when the window resets.',
        rules: ['LIMIT-305', 'LIMIT-307', 'LIMIT-309', 'EXPL-008'],
      },
    ],
  }),
]
