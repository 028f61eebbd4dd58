import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('What the service does', {
    'What a client can do': [
      {
        id: 'SERVICE-14',
        statement: 'A batch holds up to 5,000 purchases.',
        rules: ['BATCH-005', 'BATCH-006'],
      },
      {
        id: 'SERVICE-15',
        statement: 'Each item of a batch is a purchase: it makes a label.',
        rules: ['BATCH-020', 'BATCH-106', 'BATCH-025', 'BATCH-029', 'BATCH-030'],
      },
      {
        id: 'SERVICE-16',
        statement: 'There is an event after each purchase of a batch.',
        rules: ['BATCH-020', 'BATCH-106'],
      },
      {
        id: 'SERVICE-17',
        statement: 'The processing of a batch can be started.',
        rules: ['BATCH-010', 'BATCH-017'],
      },
    ],
  }),
  ...inSection('Resources and their fields', {
    Batch: [
      {
        id: 'RESOURCES-88',
        statement: 'A batch has an id.',
        rules: ['BATCH-001', 'EXPL-004'],
      },
      {
        id: 'RESOURCES-89',
        statement: 'A batch has from 1 item.',
        rules: ['BATCH-001', 'BATCH-004'],
      },
      {
        id: 'RESOURCES-90',
        statement: 'A batch has up to 5,000 items.',
        rules: ['BATCH-005', 'BATCH-006'],
      },
      {
        id: 'RESOURCES-91',
        statement: 'A batch has total_cost_cents, a whole number.',
        rules: ['BATCH-002', 'EXPL-004'],
      },
      {
        id: 'RESOURCES-92',
        statement: 'total_cost_cents is the cost of all items.',
        rules: ['BATCH-002', 'BATCH-006', 'BATCH-007', 'BATCH-026', 'BATCH-024', 'EXPL-004'],
      },
      {
        id: 'RESOURCES-93',
        statement: 'The full cost of a batch is taken when it is created.',
        rules: ['BATCH-101', 'BATCH-104', 'BATCH-116'],
      },
      {
        id: 'RESOURCES-94',
        statement: 'A batch has wallet_balance_after_cents, a whole number.',
        rules: ['BATCH-003', 'EXPL-004', 'BATCH-114'],
      },
      {
        id: 'RESOURCES-95',
        statement: 'The balance of a batch is that after its cost.',
        rules: ['BATCH-102', 'EXPL-004'],
      },
      {
        id: 'RESOURCES-96',
        statement: 'A batch has estimated_completion_percentage, a number.',
        rules: ['BATCH-008', 'EXPL-004'],
      },
      {
        id: 'RESOURCES-97',
        statement: 'The percentage is the progress of processing.',
        rules: ['BATCH-018', 'EXPL-004'],
      },
      {
        id: 'RESOURCES-98',
        statement: 'A batch has estimated_time_remaining_seconds, a number.',
        rules: ['BATCH-009', 'EXPL-004'],
      },
    ],
    'Batch item': [
      {
        id: 'RESOURCES-99',
        statement: 'A batch item may have from_address.',
        rules: ['BATCH-001', 'BATCH-002'],
      },
      {
        id: 'RESOURCES-100',
        statement: 'A batch item may have to_address.',
        rules: ['BATCH-001', 'BATCH-002'],
      },
      {
        id: 'RESOURCES-101',
        statement: 'A batch item may have parcel.',
        rules: ['BATCH-001', 'BATCH-002'],
      },
      {
        id: 'RESOURCES-102',
        statement: 'A batch item may have rate_id.',
        rules: ['BATCH-001', 'BATCH-002', 'EXPL-004'],
      },
      {
        id: 'RESOURCES-103',
        statement: 'A batch item may have carrier.',
        rules: ['BATCH-001', 'BATCH-002'],
      },
      {
        id: 'RESOURCES-104',
        statement: 'A batch item may have service.',
        rules: ['BATCH-001', 'BATCH-002'],
      },
      {
        id: 'RESOURCES-105',
        statement: 'A batch item may have rate_cents.',
        rules: ['BATCH-001', 'BATCH-002'],
      },
      {
        id: 'RESOURCES-106',
        statement: 'A batch item says with which carrier, by which service and for how much its label is.',
        rules: ['BATCH-021', 'BATCH-107'],
      },
      {
        id: 'RESOURCES-107',
        statement: 'A batch item says from where to where its label is.',
        rules: ['BATCH-023', 'BATCH-109'],
      },
    ],
  }),
  ...inSection('States and transitions', {
    'States of a batch': [
      {
        id: 'STATES-18',
        statement: 'Posting 1 to 5,000 items creates a batch.',
        rules: ['BATCH-001', 'BATCH-006', 'EXPL-004'],
      },
      {
        id: 'STATES-19',
        statement: 'Creating a batch takes its full cost.',
        rules: ['BATCH-101', 'BATCH-111', 'EXPL-001'],
      },
      {
        id: 'STATES-20',
        statement: 'A batch of the sandbox takes nothing.',
        rules: ['BATCH-015', 'BATCH-105', 'EXPL-001', 'SAND-010'],
      },
      {
        id: 'STATES-21',
        statement: 'A batch that is refused takes nothing.',
        rules: ['BATCH-103', 'BATCH-201', 'BATCH-202', 'BATCH-203', 'BATCH-204', 'EXPL-001', 'BATCH-205'],
      },
      {
        id: 'STATES-22',
        statement: 'Buying a batch that is not active starts its processing.',
        rules: ['BATCH-010', 'BATCH-017', 'BATCH-027', 'BATCH-028', 'EXPL-004'],
      },
      {
        id: 'STATES-23',
        statement: 'Buying an active batch is BATCH.ALREADY_PROCESSING.',
        rules: ['BATCH-011', 'BATCH-031', 'BATCH-112', 'EXPL-004'],
      },
      {
        id: 'STATES-24',
        statement: 'Buying an active batch leaves it unchanged.',
        rules: ['BATCH-016', 'EXPL-004'],
      },
    ],
  }),
  ...inSection('Endpoints', {
    'POST /v1/batches': [
      {
        id: 'ENDPOINTS-81',
        statement: 'There is POST /v1/batches.',
        rules: ['BATCH-001', 'KEY-109'],
      },
      {
        id: 'ENDPOINTS-84',
        statement: 'A batch answers with id, cost and balance.',
        rules: ['BATCH-001', 'BATCH-002', 'BATCH-003'],
      },
      {
        id: 'ENDPOINTS-85',
        statement: 'An empty list of items is 422 BATCH.ITEMS.REQUIRED.',
        rules: ['BATCH-004', 'EXPL-004'],
      },
      {
        id: 'ENDPOINTS-86',
        statement: 'More than 5,000 items are 422 BATCH.SIZE.EXCEEDED.',
        rules: ['BATCH-005', 'EXPL-004'],
      },
      {
        id: 'ENDPOINTS-87',
        statement: 'The full cost is deducted at creation.',
        rules: ['BATCH-101', 'EXPL-001', 'EXPL-004'],
      },
    ],
    'POST /v1/batches/{id}/buy': [
      {
        id: 'ENDPOINTS-88',
        statement: 'There is POST /v1/batches/{id}/buy.',
        rules: ['BATCH-010', 'KEY-110'],
      },
      {
        id: 'ENDPOINTS-90',
        statement: 'Buying a batch starts its processing.',
        rules: ['BATCH-010', 'BATCH-017', 'EXPL-004'],
      },
      {
        id: 'ENDPOINTS-91',
        statement: 'Buying an unknown batch is 404 BATCH.NOT_FOUND.',
        rules: ['BATCH-012', 'EXPL-004', 'EXPL-009'],
      },
      {
        id: 'ENDPOINTS-92',
        statement: 'Buying an active batch is 422 BATCH.ALREADY_PROCESSING.',
        rules: ['BATCH-011', 'BATCH-112'],
      },
    ],
    'GET /v1/batches/{id}': [
      {
        id: 'ENDPOINTS-93',
        statement: 'There is GET /v1/batches/{id}.',
        rules: ['BATCH-007', 'KEY-111'],
      },
      {
        id: 'ENDPOINTS-95',
        statement: 'A batch is read with its progress.',
        rules: ['BATCH-007', 'BATCH-008', 'BATCH-009', 'BATCH-024', 'BATCH-113', 'EXPL-004'],
      },
      {
        id: 'ENDPOINTS-96',
        statement: 'Reading an unknown batch is BATCH.NOT_FOUND.',
        rules: ['BATCH-013', 'EXPL-004', 'EXPL-009'],
      },
    ],
  }),
  ...inSection('Errors', {
    Codes: [
      {
        id: 'ERRORS-69',
        statement: 'BATCH.SIZE.EXCEEDED is given where a batch has more than 5,000 items.',
        rules: ['BATCH-005', 'EXPL-010'],
      },
      {
        id: 'ERRORS-71',
        statement: 'BATCH.ITEMS.REQUIRED is given where a batch has no items.',
        rules: ['BATCH-004', 'EXPL-010'],
      },
      {
        id: 'ERRORS-73',
        statement: 'BATCH.NOT_FOUND is given where no batch has the id.',
        rules: ['BATCH-012', 'BATCH-013', 'EXPL-010'],
      },
      {
        id: 'ERRORS-75',
        statement: 'BATCH.ALREADY_PROCESSING is given where a batch that is active is bought.',
        rules: ['BATCH-011', 'BATCH-112', 'EXPL-010'],
      },
    ],
  }),
  ...inSection('Limits', {
    'Other constants': [
      {
        id: 'LIMITS-28',
        statement: 'A batch has 1 to 5,000 items.',
        rules: ['BATCH-001', 'BATCH-004', 'BATCH-005', 'BATCH-006'],
      },
    ],
  }),
]
