import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('Conventions', {
    'Bodies and paths': [
      {
        id: 'CONVENTIONS-2',
        statement: 'Request bodies are JSON.',
        rules: ['RATE-001', 'LABEL-008', 'ERR-016'],
      },
    ],
  }),
  ...inSection('What the service does', {
    'What a client can do': [
      {
        id: 'SERVICE-3',
        statement: 'One call gives rates of several carriers for one parcel.',
        rules: ['RATE-001', 'RATE-011'],
      },
      {
        id: 'SERVICE-4',
        statement: 'There are four carriers.',
        rules: ['RATE-011'],
      },
      {
        id: 'SERVICE-5',
        statement: 'Rates have a carbon estimate.',
        rules: ['RATE-007'],
      },
      {
        id: 'SERVICE-12',
        statement: 'Rates of the client’s accounts stand beside those of the platform.',
        rules: ['RATE-018', 'RATE-020'],
      },
      {
        id: 'SERVICE-13',
        statement: 'Rates of the client’s accounts carry no surcharge.',
        reason:
          'What the carrier itself would ask the client is not known to anybody outside, so a surcharge cannot be told from a price.',
      },
    ],
  }),
  ...inSection('Resources and their fields', {
    Address: [
      {
        id: 'RESOURCES-1',
        statement: 'An address in a request has name, a text.',
        rules: ['RATE-001', 'VAL-107'],
      },
      {
        id: 'RESOURCES-23',
        statement: 'Rates need full addresses: a postal code is not enough.',
        rules: ['RATE-016', 'RATE-017', 'VAL-008'],
      },
    ],
    Parcel: [
      {
        id: 'RESOURCES-26',
        statement: 'A parcel has length, a number.',
        rules: ['RATE-001', 'VAL-109', 'VAL-115'],
      },
      {
        id: 'RESOURCES-27',
        statement: 'A parcel has width, a number.',
        rules: ['RATE-001', 'VAL-109', 'VAL-115'],
      },
      {
        id: 'RESOURCES-28',
        statement: 'A parcel has height, a number.',
        rules: ['RATE-001', 'VAL-109', 'VAL-115'],
      },
    ],
    Rate: [
      {
        id: 'RESOURCES-30',
        statement: 'A rate has an id.',
        rules: ['RATE-002'],
      },
      {
        id: 'RESOURCES-31',
        statement: 'The id of a rate begins with rate_.',
        rules: ['RATE-002', 'EXPL-002'],
      },
      {
        id: 'RESOURCES-33',
        statement: 'A rate has an id of its own.',
        rules: ['RATE-010', 'EXPL-002'],
      },
      {
        id: 'RESOURCES-34',
        statement: 'A rate has a carrier, a text.',
        rules: ['RATE-003', 'EXPL-002'],
      },
      {
        id: 'RESOURCES-35',
        statement: 'A rate has a service, a text.',
        rules: ['RATE-004', 'EXPL-002'],
      },
      {
        id: 'RESOURCES-36',
        statement: 'A rate has rate_cents, a whole number.',
        rules: ['RATE-005', 'EXPL-002'],
      },
      {
        id: 'RESOURCES-38',
        statement: 'A rate has carrier_eta, a text.',
        rules: ['RATE-006'],
      },
      {
        id: 'RESOURCES-39',
        statement: 'carrier_eta is a date YYYY-MM-DD.',
        rules: ['RATE-006', 'EXPL-002'],
      },
      {
        id: 'RESOURCES-40',
        statement: 'Every rate has carbon_grams.',
        rules: ['RATE-007', 'RATE-116'],
      },
      {
        id: 'RESOURCES-41',
        statement: 'carbon_grams is a whole number of grams.',
        rules: ['RATE-007', 'EXPL-002'],
      },
      {
        id: 'RESOURCES-42',
        statement: 'A rate has account_type.',
        rules: ['RATE-008'],
      },
      {
        id: 'RESOURCES-43',
        statement: 'account_type is platform or byoa.',
        rules: ['RATE-008', 'EXPL-002'],
      },
      {
        id: 'RESOURCES-44',
        statement: 'platform marks the rates of the platform.',
        rules: ['RATE-019'],
      },
      {
        id: 'RESOURCES-45',
        statement: 'byoa marks the rates of the client’s own accounts.',
        rules: ['RATE-018', 'RATE-019', 'RATE-116', 'RATE-118', 'EXPL-002', 'EXPL-009'],
      },
      {
        id: 'RESOURCES-46',
        statement: 'A rate is valid for 15 minutes.',
        rules: ['RATE-013', 'RATE-014', 'RATE-201', 'EXPL-002', 'RATE-208', 'RATE-022', 'RATE-211'],
      },
    ],
  }),
  ...inSection('States and transitions', {
    'States of a rate': [
      {
        id: 'STATES-1',
        statement: 'Rates come to be when carriers respond.',
        rules: ['RATE-001', 'RATE-109', 'EXPL-002'],
      },
      {
        id: 'STATES-2',
        statement: 'A rate is kept for 15 minutes with addresses and parcel.',
        rules: ['RATE-013', 'LABEL-009', 'RATE-201'],
      },
      {
        id: 'STATES-3',
        statement: 'A rate expires once it is older than 15 minutes.',
        rules: ['RATE-014', 'RATE-202', 'RATE-203', 'RATE-210', 'RATE-212', 'EXPL-002'],
      },
      {
        id: 'STATES-4',
        statement: 'Buying an expired rate is answered with RATE.EXPIRED.',
        rules: ['RATE-014', 'RATE-202', 'RATE-203', 'EXPL-002', 'RATE-209'],
      },
    ],
  }),
  ...inSection('Endpoints', {
    'POST /v1/rates': [
      {
        id: 'ENDPOINTS-15',
        statement: 'There is POST /v1/rates.',
        rules: ['RATE-001', 'KEY-102'],
      },
      {
        id: 'ENDPOINTS-20',
        statement: 'Rates answer with `rates`, a list.',
        rules: ['RATE-001'],
      },
      {
        id: 'ENDPOINTS-21',
        statement: 'failed_carriers may be there or not.',
        rules: ['RATE-012', 'RATE-105'],
      },
      {
        id: 'ENDPOINTS-22',
        statement: 'Rates are sorted by price, the cheapest first.',
        rules: ['RATE-009', 'RATE-020', 'RATE-123', 'EXPL-002'],
      },
      {
        id: 'ENDPOINTS-23',
        statement: 'All carriers come in one response.',
        rules: ['RATE-011', 'RATE-120', 'EXPL-002'],
      },
      {
        id: 'ENDPOINTS-24',
        statement: 'Rates of own accounts come in the same response.',
        rules: ['RATE-018', 'RATE-020', 'RATE-117', 'RATE-118', 'EXPL-002'],
      },
      {
        id: 'ENDPOINTS-25',
        statement: 'When a carrier fails, the others’ rates still come.',
        rules: [
          'RATE-101',
          'RATE-103',
          'RATE-104',
          'RATE-114',
          'RATE-115',
          'RATE-119',
          'EXPL-002',
          'RATE-124',
        ],
      },
      {
        id: 'ENDPOINTS-26',
        statement: 'When a carrier times out, the others’ rates still come.',
        rules: ['RATE-102'],
      },
      {
        id: 'ENDPOINTS-27',
        statement: 'failed_carriers lists the carriers that failed.',
        rules: ['RATE-105', 'RATE-108', 'RATE-112', 'RATE-113', 'EXPL-002'],
      },
      {
        id: 'ENDPOINTS-28',
        statement: 'failed_carriers lists a carrier that timed out.',
        rules: ['RATE-111'],
      },
      {
        id: 'ENDPOINTS-29',
        statement: 'failed_carriers lists no other carrier.',
        rules: ['RATE-106', 'RATE-012', 'EXPL-002', 'RATE-121'],
      },
      {
        id: 'ENDPOINTS-30',
        statement: 'A failed carrier has no rates.',
        rules: ['RATE-107'],
      },
      {
        id: 'ENDPOINTS-31',
        statement: 'A carrier that is back is asked again.',
        rules: ['RATE-110', 'EXPL-002', 'RATE-122'],
      },
      {
        id: 'ENDPOINTS-32',
        statement: 'Rates are kept for 15 minutes.',
        rules: ['RATE-013', 'RATE-014', 'EXPL-002'],
      },
    ],
    'POST /v1/labels': [
      {
        id: 'ENDPOINTS-36',
        statement: 'The rate_id must come from a rates response.',
        rules: ['RATE-015'],
      },
      {
        id: 'ENDPOINTS-37',
        statement: 'A purchase may be refused with RATE.NOT_FOUND.',
        rules: ['RATE-015', 'RATE-204', 'EXPL-009'],
      },
      {
        id: 'ENDPOINTS-38',
        statement: 'A purchase may be refused with RATE.EXPIRED.',
        rules: ['RATE-014'],
      },
    ],
  }),
  ...inSection('Errors', {
    Codes: [
      {
        id: 'ERRORS-37',
        statement: 'RATE.EXPIRED is given where a rate is bought after its 15 minutes.',
        rules: ['RATE-014', 'EXPL-010'],
      },
      {
        id: 'ERRORS-39',
        statement: 'RATE.NOT_FOUND is given where no rate has the id.',
        rules: ['RATE-015', 'EXPL-002', 'EXPL-010'],
      },
      {
        id: 'ERRORS-41',
        statement: 'RATE.CARRIER.UNAVAILABLE is given where a carrier does not answer.',
        rules: ['RATE-109', 'RATE-101'],
      },
      {
        id: 'ERRORS-84',
        statement: 'Where one carrier is down, the others’ rates are still returned.',
        rules: ['RATE-101', 'RATE-109'],
      },
    ],
  }),
  ...inSection('Limits', {
    'Other constants': [
      {
        id: 'LIMITS-27',
        statement: 'Rates are valid for 15 minutes.',
        rules: ['RATE-013', 'RATE-014'],
      },
    ],
  }),
  ...inSection('Versioning', {
    'What has changed': [
      {
        id: 'VERSIONING-7',
        statement: 'Partial results of rates are predictable, by failed_carriers.',
        rules: ['RATE-105', 'RATE-106'],
      },
    ],
  }),
]
