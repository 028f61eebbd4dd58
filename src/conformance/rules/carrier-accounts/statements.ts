import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('What the service does', {
    'What a client can do': [
      {
        id: 'SERVICE-11',
        statement: 'The client’s carrier accounts are listed.',
        rules: ['CARR-001', 'CARR-002', 'EXPL-009'],
      },
    ],
  }),
  ...inSection('Endpoints', {
    'GET /v1/carrier-accounts': [
      {
        id: 'ENDPOINTS-74',
        statement: 'There is GET /v1/carrier-accounts.',
        rules: ['CARR-001', 'KEY-108'],
      },
      {
        id: 'ENDPOINTS-76',
        statement: 'The list has the client’s connected carrier accounts.',
        rules: ['CARR-002', 'CARR-003', 'CARR-007', 'EXPL-009'],
      },
      {
        id: 'ENDPOINTS-77',
        statement: 'An unknown carrier account is CARRIER.ACCOUNT.NOT_FOUND.',
        rules: ['CARR-006'],
      },
      {
        id: 'ENDPOINTS-78',
        statement: 'Rejected credentials are CARRIER.ACCOUNT.INVALID_CREDENTIALS.',
        rules: ['CARR-004'],
      },
      {
        id: 'ENDPOINTS-79',
        statement: 'An unexpected failure of a carrier is CARRIER.ERROR.UNKNOWN.',
        rules: ['CARR-005'],
      },
    ],
  }),
  ...inSection('Errors', {
    Codes: [
      {
        id: 'ERRORS-63',
        statement:
          'CARRIER.ACCOUNT.INVALID_CREDENTIALS is given where the carrier turns the credentials down.',
        rules: ['CARR-004'],
      },
      {
        id: 'ERRORS-65',
        statement: 'CARRIER.ACCOUNT.NOT_FOUND is given where no carrier account has the id.',
        rules: ['CARR-006'],
      },
      {
        id: 'ERRORS-67',
        statement: 'CARRIER.ERROR.UNKNOWN is given where a carrier fails in a way nobody expected.',
        rules: ['CARR-005'],
      },
    ],
  }),
]
