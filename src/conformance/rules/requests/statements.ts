import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('Resources and their fields', {
    Parcel: [
      {
        id: 'RESOURCES-25',
        statement: 'A parcel has weight_oz, a number.',
        rules: ['VAL-101', 'VAL-102', 'VAL-115', 'RATE-001'],
      },
    ],
  }),
  ...inSection('Endpoints', {
    'POST /v1/rates': [
      {
        id: 'ENDPOINTS-17',
        statement: 'Rates take from_address.',
        rules: ['VAL-002'],
      },
      {
        id: 'ENDPOINTS-18',
        statement: 'Rates take to_address.',
        rules: ['VAL-003', 'VAL-103'],
      },
      {
        id: 'ENDPOINTS-19',
        statement: 'Rates take a parcel.',
        rules: ['VAL-004'],
      },
    ],
    'POST /v1/labels': [
      {
        id: 'ENDPOINTS-35',
        statement: 'A purchase takes rate_id, a text.',
        rules: ['VAL-001', 'VAL-104'],
      },
    ],
    'POST /v1/trackers': [
      {
        id: 'ENDPOINTS-63',
        statement: 'A registration takes tracking_number, a text.',
        rules: ['VAL-005', 'VAL-105'],
      },
      {
        id: 'ENDPOINTS-64',
        statement: 'A registration takes carrier, a text.',
        rules: ['VAL-006'],
      },
    ],
    'POST /v1/batches': [
      {
        id: 'ENDPOINTS-83',
        statement: 'A batch takes items, a list.',
        rules: ['VAL-007', 'VAL-106', 'BATCH-001'],
      },
    ],
  }),
  ...inSection('Errors', {
    'Extra fields': [
      {
        id: 'ERRORS-13',
        statement: '`field` names the missing field.',
        rules: ['VAL-001', 'VAL-002', 'VAL-003', 'VAL-005', 'VAL-006', 'VAL-007', 'VAL-008'],
      },
    ],
    Codes: [
      {
        id: 'ERRORS-33',
        statement: 'VALIDATION.FIELD.REQUIRED is given where a field that is needed is not there.',
        rules: ['VAL-001', 'VAL-004', 'VAL-008'],
      },
      {
        id: 'ERRORS-35',
        statement: 'VALIDATION.FIELD.INVALID is given where a field has a value it cannot have.',
        rules: ['VAL-101', 'VAL-105', 'VAL-107', 'VAL-109', 'VAL-110', 'VAL-111', 'VAL-112', 'VAL-113'],
      },
    ],
  }),
]
