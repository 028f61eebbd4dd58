import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('What the service does', {
    'What a client can do': [
      {
        id: 'SERVICE-8',
        statement: 'A label can be voided until it is scanned.',
        rules: ['VOID-001', 'VOID-004', 'VOID-008', 'EXPL-003'],
      },
    ],
  }),
  ...inSection('States and transitions', {
    'States of a label': [
      {
        id: 'STATES-11',
        statement: 'A purchased label that nobody has scanned can be voided.',
        rules: [
          'VOID-001',
          'VOID-101',
          'VOID-104',
          'VOID-111',
          'VOID-105',
          'VOID-008',
          'EXPL-003',
          'VOID-108',
          'VOID-109',
        ],
      },
      {
        id: 'STATES-12',
        statement: 'A void turns the label to void requested.',
        rules: ['VOID-002', 'EXPL-003'],
      },
      {
        id: 'STATES-14',
        statement: 'A void after the scan is LABEL.VOID.INELIGIBLE.',
        rules: ['VOID-004', 'VOID-102', 'VOID-103', 'EXPL-003', 'VOID-110'],
      },
      {
        id: 'STATES-15',
        statement: 'A void after the scan leaves the label unchanged.',
        rules: ['VOID-005', 'EXPL-003'],
      },
      {
        id: 'STATES-16',
        statement: 'A second void is LABEL.VOID.ALREADY_REQUESTED.',
        rules: ['VOID-003', 'VOID-106', 'VOID-201', 'EXPL-003', 'VOID-107'],
      },
      {
        id: 'STATES-17',
        statement: 'A second void leaves the label unchanged.',
        rules: ['VOID-006', 'EXPL-003'],
      },
    ],
  }),
  ...inSection('Endpoints', {
    'GET /v1/labels/{id}': [
      {
        id: 'ENDPOINTS-53',
        statement: 'A label can be read with its void status.',
        rules: ['VOID-002', 'LABEL-407', 'EXPL-003'],
      },
    ],
    'DELETE /v1/labels/{id}': [
      {
        id: 'ENDPOINTS-57',
        statement: 'There is DELETE /v1/labels/{id}.',
        rules: ['VOID-001', 'KEY-105'],
      },
      {
        id: 'ENDPOINTS-59',
        statement: 'A void may be refused with LABEL.NOT_FOUND.',
        rules: ['VOID-007', 'EXPL-003', 'EXPL-009'],
      },
      {
        id: 'ENDPOINTS-60',
        statement: 'A void may be refused with LABEL.VOID.INELIGIBLE.',
        rules: ['VOID-004'],
      },
      {
        id: 'ENDPOINTS-61',
        statement: 'A void may be refused with LABEL.VOID.ALREADY_REQUESTED.',
        rules: ['VOID-003'],
      },
    ],
  }),
  ...inSection('Errors', {
    Codes: [
      {
        id: 'ERRORS-49',
        statement: 'LABEL.VOID.INELIGIBLE is given where the parcel was scanned before the void.',
        rules: ['VOID-004', 'EXPL-010', 'VOID-110'],
      },
      {
        id: 'ERRORS-51',
        statement: 'LABEL.VOID.ALREADY_REQUESTED is given where a void is pending.',
        rules: ['VOID-003', 'EXPL-010'],
      },
    ],
  }),
]
