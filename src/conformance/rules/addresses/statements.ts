import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('What the service does', {
    'What a client can do': [
      {
        id: 'SERVICE-1',
        statement: 'A postal address can be validated.',
        rules: ['ADDR-001'],
      },
      {
        id: 'SERVICE-2',
        statement: 'Validation tells whether an address is residential.',
        rules: ['ADDR-002', 'ADDR-003'],
      },
    ],
  }),
  ...inSection('Resources and their fields', {
    Address: [
      {
        id: 'RESOURCES-2',
        statement: 'An address in a request has street1, a text.',
        rules: ['ADDR-001', 'RATE-001', 'VAL-107', 'VAL-108'],
      },
      {
        id: 'RESOURCES-3',
        statement: 'An address in a request has city, a text.',
        rules: ['ADDR-001', 'RATE-001', 'VAL-107', 'VAL-108'],
      },
      {
        id: 'RESOURCES-4',
        statement: 'An address in a request has state, a text.',
        rules: ['ADDR-001', 'RATE-001', 'VAL-107', 'VAL-108'],
      },
      {
        id: 'RESOURCES-5',
        statement: 'An address in a request has zip, a text.',
        rules: ['ADDR-001', 'RATE-001', 'VAL-107', 'VAL-108'],
      },
      {
        id: 'RESOURCES-6',
        statement: 'An address in a request has country, a text.',
        rules: ['ADDR-001', 'RATE-001', 'VAL-107', 'VAL-108'],
      },
      {
        id: 'RESOURCES-24',
        statement: 'Full addresses let residential surcharges be seen.',
        reason: 'No price is stated for anything, so that a surcharge cannot be told from a price.',
      },
    ],
  }),
  ...inSection('Endpoints', {
    'POST /v1/addresses/validate': [
      {
        id: 'ENDPOINTS-6',
        statement: 'There is POST /v1/addresses/validate.',
        rules: ['ADDR-001', 'KEY-101'],
      },
      {
        id: 'ENDPOINTS-8',
        statement: 'Validation takes one address object.',
        rules: ['ADDR-001'],
      },
      {
        id: 'ENDPOINTS-9',
        statement: 'Validation answers with a result.',
        rules: ['ADDR-001'],
      },
      {
        id: 'ENDPOINTS-10',
        statement: 'The result has the residential classification.',
        rules: ['ADDR-002', 'ADDR-003'],
      },
      {
        id: 'ENDPOINTS-11',
        statement: 'An undeliverable address is 422 ADDRESS.VALIDATION.FAILED.',
        rules: ['ADDR-004'],
      },
      {
        id: 'ENDPOINTS-12',
        statement: 'Several matches are 422 ADDRESS.VALIDATION.AMBIGUOUS.',
        rules: ['ADDR-005'],
      },
      {
        id: 'ENDPOINTS-14',
        statement: 'With the backing service down, validation is 503.',
        rules: ['ADDR-006', 'ADDR-007'],
      },
    ],
  }),
  ...inSection('Errors', {
    Codes: [
      {
        id: 'ERRORS-77',
        statement: 'ADDRESS.VALIDATION.FAILED is given where nothing can be delivered to the address.',
        rules: ['ADDR-004'],
      },
      {
        id: 'ERRORS-79',
        statement: 'ADDRESS.VALIDATION.AMBIGUOUS is given where several addresses match.',
        rules: ['ADDR-005'],
      },
      {
        id: 'ERRORS-81',
        statement:
          'ADDRESS.VALIDATION.SERVICE_ERROR is given where what validates addresses is down for a while.',
        rules: ['ADDR-006', 'EXPL-010'],
      },
    ],
  }),
  ...inSection('Versioning', {
    'What has changed': [
      {
        id: 'VERSIONING-6',
        statement: 'Replacing the validation behind the service changed neither request nor response.',
        reason: 'What was there before cannot be asked any more.',
      },
    ],
  }),
]
