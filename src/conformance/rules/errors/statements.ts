import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('Endpoints', {
    'POST /v1/addresses/validate': [
      {
        id: 'ENDPOINTS-13',
        statement: 'An ambiguous address comes with suggestions.',
        rules: ['ERR-013'],
      },
    ],
    'GET /v1/carrier-accounts': [
      {
        id: 'ENDPOINTS-80',
        statement: 'CARRIER.ERROR.UNKNOWN comes with raw_carrier_error.',
        rules: ['ERR-012', 'CARR-008'],
      },
    ],
  }),
  ...inSection('Authentication', {
    Scopes: [
      {
        id: 'AUTHENTICATION-29',
        statement: 'The error has required_scope, a text.',
        rules: ['ERR-009', 'SCOPE-001', 'EXPL-007'],
      },
      {
        id: 'AUTHENTICATION-30',
        statement: 'The error has key_scopes, a list of texts.',
        rules: ['ERR-010', 'SCOPE-001', 'EXPL-007'],
      },
    ],
  }),
  ...inSection('Errors', {
    Envelope: [
      {
        id: 'ERRORS-1',
        statement: 'Every error response has the envelope.',
        rules: [
          'ERR-001',
          'ERR-016',
          'ERR-017',
          'PDF-005',
          'PDF-103',
          'ERR-018',
          'ERR-019',
          'ERR-020',
          'EXPL-010',
        ],
      },
      {
        id: 'ERRORS-2',
        statement: 'error.code is a text.',
        rules: ['ERR-002'],
      },
      {
        id: 'ERRORS-3',
        statement: 'error.code has the form RESOURCE.CATEGORY.SPECIFIC.',
        rules: ['ERR-002', 'EXPL-010'],
      },
      {
        id: 'ERRORS-4',
        statement: 'Codes can be matched by their first part.',
        rules: ['ERR-002', 'ERR-008'],
      },
      {
        id: 'ERRORS-5',
        statement: 'error.message is a text for people.',
        rules: ['ERR-003', 'EXPL-010'],
      },
      {
        id: 'ERRORS-6',
        statement: 'error.suggestion is a text.',
        rules: ['ERR-004', 'EXPL-010'],
      },
      {
        id: 'ERRORS-7',
        statement: 'The suggestion says what to do next.',
        reason: 'Whether a sentence helps is for people to say.',
      },
      {
        id: 'ERRORS-8',
        statement: 'error.docs_url is a URL.',
        rules: ['ERR-005', 'EXPL-010'],
      },
      {
        id: 'ERRORS-9',
        statement: 'docs_url leads to the reference entry.',
        reason: 'The reference may be on another host, which the suite never calls.',
      },
      {
        id: 'ERRORS-10',
        statement: 'error.request_id has the form req_….',
        rules: ['ERR-006', 'EXPL-010'],
      },
      {
        id: 'ERRORS-11',
        statement: 'error.request_id is the X-Request-Id.',
        rules: ['ERR-007', 'EXPL-010'],
      },
    ],
    'Extra fields': [
      {
        id: 'ERRORS-12',
        statement: 'VALIDATION.FIELD.REQUIRED has `field`.',
        rules: ['ERR-011', 'EXPL-010'],
      },
      {
        id: 'ERRORS-14',
        statement: 'AUTH.KEY.INSUFFICIENT_SCOPE has required_scope and key_scopes.',
        rules: ['ERR-009', 'ERR-010'],
      },
      {
        id: 'ERRORS-15',
        statement: 'CARRIER.ERROR.UNKNOWN has raw_carrier_error.',
        rules: ['ERR-012', 'EXPL-010'],
      },
      {
        id: 'ERRORS-16',
        statement: 'ADDRESS.VALIDATION.AMBIGUOUS has suggestions.',
        rules: ['ERR-013', 'EXPL-010'],
      },
      {
        id: 'ERRORS-17',
        statement: 'AUTH.RATE_LIMIT.EXCEEDED comes with Retry-After in seconds.',
        rules: ['ERR-015', 'LIMIT-303', 'EXPL-010'],
      },
    ],
    Codes: [
      {
        id: 'ERRORS-18',
        statement: 'AUTH.KEY.MISSING has the status 401.',
        rules: ['ERR-008', 'KEY-101', 'EXPL-010'],
      },
      {
        id: 'ERRORS-20',
        statement: 'AUTH.KEY.INVALID has the status 401.',
        rules: ['ERR-008', 'KEY-002', 'EXPL-010'],
      },
      {
        id: 'ERRORS-22',
        statement: 'AUTH.KEY.REVOKED has the status 401.',
        rules: ['ERR-008', 'KEY-009', 'EXPL-010'],
      },
      {
        id: 'ERRORS-24',
        statement: 'AUTH.KEY.EXPIRED has the status 401.',
        rules: ['ERR-008', 'KEY-011', 'EXPL-010'],
      },
      {
        id: 'ERRORS-26',
        statement: 'AUTH.KEY.INSUFFICIENT_SCOPE has the status 403.',
        rules: ['ERR-008', 'SCOPE-001', 'EXPL-010'],
      },
      {
        id: 'ERRORS-28',
        statement: 'AUTH.KEY.SANDBOX_IN_PRODUCTION has the status 403.',
        rules: ['ERR-008', 'KEY-013', 'EXPL-010'],
      },
      {
        id: 'ERRORS-30',
        statement: 'AUTH.RATE_LIMIT.EXCEEDED has the status 429.',
        rules: ['ERR-008', 'LIMIT-201', 'EXPL-010'],
      },
      {
        id: 'ERRORS-32',
        statement: 'VALIDATION.FIELD.REQUIRED has the status 422.',
        rules: ['ERR-008', 'VAL-001', 'EXPL-010'],
      },
      {
        id: 'ERRORS-34',
        statement: 'VALIDATION.FIELD.INVALID has the status 422.',
        rules: ['ERR-008', 'VAL-101', 'EXPL-010'],
      },
      {
        id: 'ERRORS-36',
        statement: 'RATE.EXPIRED has the status 422.',
        rules: ['ERR-008', 'RATE-014', 'EXPL-010'],
      },
      {
        id: 'ERRORS-38',
        statement: 'RATE.NOT_FOUND has the status 404.',
        rules: ['ERR-008', 'RATE-015', 'EXPL-010'],
      },
      {
        id: 'ERRORS-40',
        statement: 'RATE.CARRIER.UNAVAILABLE has the status 503.',
        rules: ['ERR-008', 'RATE-109', 'EXPL-010'],
      },
      {
        id: 'ERRORS-42',
        statement: 'LABEL.ADDRESS.UNDELIVERABLE has the status 422.',
        rules: ['ERR-008', 'LABEL-201', 'EXPL-010'],
      },
      {
        id: 'ERRORS-44',
        statement: 'LABEL.WEIGHT.EXCEEDED has the status 422.',
        rules: ['ERR-008', 'LABEL-202', 'EXPL-010'],
      },
      {
        id: 'ERRORS-46',
        statement: 'LABEL.SERVICE.UNAVAILABLE has the status 422.',
        rules: ['ERR-008', 'LABEL-203', 'EXPL-010'],
      },
      {
        id: 'ERRORS-48',
        statement: 'LABEL.VOID.INELIGIBLE has the status 422.',
        rules: ['ERR-008', 'VOID-004', 'EXPL-010'],
      },
      {
        id: 'ERRORS-50',
        statement: 'LABEL.VOID.ALREADY_REQUESTED has the status 422.',
        rules: ['ERR-008', 'VOID-003', 'EXPL-010'],
      },
      {
        id: 'ERRORS-52',
        statement: 'LABEL.NOT_FOUND has the status 404.',
        rules: ['ERR-008', 'LABEL-012', 'EXPL-010'],
      },
      {
        id: 'ERRORS-54',
        statement: 'LABEL.CREATION.FAILED has the status 500.',
        rules: ['ERR-008', 'LABEL-204', 'EXPL-010'],
      },
      {
        id: 'ERRORS-56',
        statement: 'WALLET.INSUFFICIENT_BALANCE has the status 402.',
        rules: ['ERR-008', 'LABEL-211', 'EXPL-010'],
      },
      {
        id: 'ERRORS-58',
        statement: 'WALLET.PAYMENT.FAILED has the status 402.',
        rules: ['ERR-008', 'LABEL-212', 'EXPL-010'],
      },
      {
        id: 'ERRORS-60',
        statement: 'WALLET.PAYMENT_METHOD.MISSING has the status 402.',
        rules: ['ERR-008', 'LABEL-213', 'EXPL-010'],
      },
      {
        id: 'ERRORS-62',
        statement: 'CARRIER.ACCOUNT.INVALID_CREDENTIALS has the status 422.',
        rules: ['ERR-008', 'CARR-004', 'EXPL-010'],
      },
      {
        id: 'ERRORS-64',
        statement: 'CARRIER.ACCOUNT.NOT_FOUND has the status 404.',
        rules: ['ERR-008', 'CARR-006', 'EXPL-010'],
      },
      {
        id: 'ERRORS-66',
        statement: 'CARRIER.ERROR.UNKNOWN has the status 502.',
        rules: ['ERR-008', 'CARR-005', 'EXPL-010'],
      },
      {
        id: 'ERRORS-68',
        statement: 'BATCH.SIZE.EXCEEDED has the status 422.',
        rules: ['ERR-008', 'BATCH-005', 'EXPL-010'],
      },
      {
        id: 'ERRORS-70',
        statement: 'BATCH.ITEMS.REQUIRED has the status 422.',
        rules: ['ERR-008', 'BATCH-004', 'EXPL-010'],
      },
      {
        id: 'ERRORS-72',
        statement: 'BATCH.NOT_FOUND has the status 404.',
        rules: ['ERR-008', 'BATCH-012', 'EXPL-010'],
      },
      {
        id: 'ERRORS-74',
        statement: 'BATCH.ALREADY_PROCESSING has the status 422.',
        rules: ['ERR-008', 'BATCH-011', 'EXPL-010'],
      },
      {
        id: 'ERRORS-76',
        statement: 'ADDRESS.VALIDATION.FAILED has the status 422.',
        rules: ['ERR-008', 'ADDR-004', 'EXPL-010'],
      },
      {
        id: 'ERRORS-78',
        statement: 'ADDRESS.VALIDATION.AMBIGUOUS has the status 422.',
        rules: ['ERR-008', 'ADDR-005', 'EXPL-010'],
      },
      {
        id: 'ERRORS-80',
        statement: 'ADDRESS.VALIDATION.SERVICE_ERROR has the status 503.',
        rules: ['ERR-008', 'ADDR-006', 'EXPL-010'],
      },
      {
        id: 'ERRORS-82',
        statement: 'TRACKER.NOT_FOUND has the status 404.',
        rules: ['ERR-008', 'TRACK-007', 'EXPL-010'],
      },
    ],
  }),
  ...inSection('Limits', {
    'Rate limits': [
      {
        id: 'LIMITS-18',
        statement: 'Over the limit the code is AUTH.RATE_LIMIT.EXCEEDED.',
        rules: ['ERR-014', 'LIMIT-211'],
      },
      {
        id: 'LIMITS-19',
        statement: 'Over the limit there is Retry-After, in seconds.',
        rules: ['ERR-015', 'LIMIT-303', 'EXPL-008'],
      },
    ],
  }),
]
