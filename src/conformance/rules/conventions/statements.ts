import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('Conventions', {
    'Bodies and paths': [
      {
        id: 'CONVENTIONS-1',
        statement: 'Every path begins with /v1.',
        rules: ['VER-001', 'KEY-112'],
      },
      {
        id: 'CONVENTIONS-3',
        statement: 'Response bodies are JSON.',
        rules: ['CONV-001', 'CONV-002', 'EXPL-010'],
      },
    ],
    Values: [
      {
        id: 'CONVENTIONS-4',
        statement: 'Money is whole cents.',
        rules: ['CONV-003'],
      },
      {
        id: 'CONVENTIONS-5',
        statement: 'Money is US dollars.',
        reason: 'No field names a currency, so an amount in another one looks the same.',
      },
      {
        id: 'CONVENTIONS-6',
        statement: 'Timestamps are ISO 8601 texts.',
        rules: ['CONV-004', 'EXPL-003'],
      },
    ],
  }),
  ...inSection('Endpoints', {
    'Every endpoint': [
      {
        id: 'ENDPOINTS-2',
        statement: 'Bodies are sent as application/json.',
        rules: ['CONV-002', 'RATE-001', 'VAL-114'],
      },
      {
        id: 'ENDPOINTS-3',
        statement: 'Every response carries the headers about limits.',
        rules: ['HEAD-001', 'HEAD-002', 'HEAD-003', 'HEAD-007', 'EXPL-010'],
      },
      {
        id: 'ENDPOINTS-4',
        statement: 'Every response carries X-Request-Id.',
        rules: ['HEAD-004', 'HEAD-007'],
      },
    ],
  }),
  ...inSection('Limits', {
    Headers: [
      {
        id: 'LIMITS-21',
        statement: 'X-RateLimit-Limit is the limit of the endpoint.',
        rules: ['HEAD-001', 'LIMIT-001', 'LIMIT-014', 'HEAD-007', 'EXPL-008', 'EXPL-010'],
      },
      {
        id: 'LIMITS-22',
        statement: 'X-RateLimit-Remaining is what is left in the window.',
        rules: [
          'HEAD-002',
          'HEAD-005',
          'LIMIT-306',
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
          'EXPL-008',
          'EXPL-010',
          'LIMIT-312',
          'LIMIT-313',
        ],
      },
      {
        id: 'LIMITS-23',
        statement: 'X-RateLimit-Reset is a Unix timestamp.',
        rules: ['HEAD-003', 'EXPL-010'],
      },
      {
        id: 'LIMITS-25',
        statement: 'X-Request-Id is on every response.',
        rules: ['HEAD-004', 'EXPL-010'],
      },
      {
        id: 'LIMITS-26',
        statement: 'X-Request-Id is unique.',
        rules: ['HEAD-006', 'HEAD-008', 'EXPL-010'],
      },
    ],
  }),
  ...inSection('Versioning', {
    'The version': [
      {
        id: 'VERSIONING-1',
        statement: 'The version stands in the path.',
        rules: ['VER-001'],
      },
      {
        id: 'VERSIONING-2',
        statement: 'v1 is the only version shown.',
        reason: 'That only one is shown does not forbid that there is another.',
      },
      {
        id: 'VERSIONING-3',
        statement: 'An OpenAPI description is published.',
        reason: 'No address of it is given, so that it cannot be looked for.',
      },
      {
        id: 'VERSIONING-4',
        statement: 'A request collection and a sandbox environment for it can be imported.',
        reason: 'No address of them is given, so that they cannot be looked for.',
      },
    ],
    'What has changed': [
      {
        id: 'VERSIONING-5',
        statement: 'v1 was launched with the endpoints 1 to 12.',
        reason: 'When an endpoint came to be does not show in what it answers today.',
      },
    ],
  }),
]
