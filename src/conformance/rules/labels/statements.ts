import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('What the service does', {
    'What a client can do': [
      {
        id: 'SERVICE-6',
        statement: 'A label is bought by paying for a rate that was returned before.',
        rules: ['LABEL-008', 'RATE-015', 'RATE-021', 'EXPL-002'],
      },
      {
        id: 'SERVICE-20',
        statement: 'A rate id from a rates response is what a purchase takes.',
        rules: ['LABEL-008', 'RATE-015'],
      },
    ],
    'Production and sandbox': [
      {
        id: 'SERVICE-24',
        statement: 'Labels of production can be mailed.',
        reason: 'Whether a carrier takes a parcel shows at its counter, not on the wire.',
      },
      {
        id: 'SERVICE-25',
        statement: 'The sandbox charges nothing.',
        rules: ['SAND-001', 'SAND-008'],
      },
      {
        id: 'SERVICE-26',
        statement: 'Labels of the sandbox cannot be mailed.',
        reason: 'Whether a carrier refuses a parcel shows at its counter, not on the wire.',
      },
      {
        id: 'SERVICE-27',
        statement: 'The wallet of the sandbox is unlimited.',
        rules: ['SAND-006', 'SAND-007', 'EXPL-001', 'SAND-012', 'SAND-013'],
      },
      {
        id: 'SERVICE-28',
        statement: 'Tracking numbers of the sandbox begin with 9999.',
        rules: ['SAND-003', 'SAND-001', 'EXPL-003'],
      },
      {
        id: 'SERVICE-29',
        statement: 'The label_url of the sandbox is under /v1/sandbox/labels/.',
        rules: ['SAND-004', 'EXPL-003'],
      },
      {
        id: 'SERVICE-30',
        statement: 'The label_url of the sandbox leads to a sample PDF.',
        rules: ['SAND-005'],
      },
    ],
  }),
  ...inSection('Resources and their fields', {
    Address: [
      {
        id: 'RESOURCES-7',
        statement: 'The sender’s address in a label has name.',
        rules: ['LABEL-101', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-8',
        statement: 'The recipient’s address in a label has name.',
        rules: ['LABEL-111', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-9',
        statement: 'The sender’s address in a label has a street.',
        rules: ['LABEL-102', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-10',
        statement: 'The recipient’s address in a label has a street.',
        rules: ['LABEL-112', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-11',
        statement: 'The sender’s address in a label has city.',
        rules: ['LABEL-103', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-12',
        statement: 'The recipient’s address in a label has city.',
        rules: ['LABEL-113', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-13',
        statement: 'The sender’s address in a label has state.',
        rules: ['LABEL-104', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-14',
        statement: 'The recipient’s address in a label has state.',
        rules: ['LABEL-114', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-15',
        statement: 'The sender’s address in a label has zip.',
        rules: ['LABEL-105', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-16',
        statement: 'The recipient’s address in a label has zip.',
        rules: ['LABEL-115', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-17',
        statement: 'The sender’s address in a label has country.',
        rules: ['LABEL-106', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-18',
        statement: 'The recipient’s address in a label has country.',
        rules: ['LABEL-116', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-19',
        statement: 'The sender’s address in a label has phone.',
        rules: ['LABEL-107', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-20',
        statement: 'The recipient’s address in a label has phone.',
        rules: ['LABEL-117', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-21',
        statement: 'The sender’s address in a label has email.',
        rules: ['LABEL-108', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-22',
        statement: 'The recipient’s address in a label has email.',
        rules: ['LABEL-118', 'EXPL-003'],
      },
    ],
    Parcel: [
      {
        id: 'RESOURCES-29',
        statement: 'weight_oz is in ounces.',
        rules: ['LABEL-202'],
      },
    ],
    Rate: [
      {
        id: 'RESOURCES-32',
        statement: 'The id of a rate is what a purchase takes as rate_id.',
        rules: ['LABEL-008', 'VAL-001'],
      },
      {
        id: 'RESOURCES-37',
        statement: 'rate_cents is the price that a purchase pays.',
        rules: ['LABEL-008', 'WALLET-002', 'WALLET-009', 'WALLET-012', 'EXPL-002'],
      },
      {
        id: 'RESOURCES-47',
        statement: 'A rate keeps the full sender and recipient.',
        rules: ['LABEL-009', 'LABEL-408', 'EXPL-002'],
      },
      {
        id: 'RESOURCES-48',
        statement: 'A rate keeps the parcel.',
        rules: ['LABEL-202', 'LABEL-008', 'LABEL-009'],
      },
      {
        id: 'RESOURCES-49',
        statement: 'Addresses and parcel need not be sent again at purchase.',
        rules: ['LABEL-009'],
      },
    ],
    Label: [
      {
        id: 'RESOURCES-50',
        statement: 'A label has an id.',
        rules: ['LABEL-001'],
      },
      {
        id: 'RESOURCES-51',
        statement: 'The id of a label begins with lbl_.',
        rules: ['LABEL-001', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-52',
        statement: 'A label has an id of its own.',
        rules: ['LABEL-007', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-53',
        statement: 'A label has a tracking_number, a text.',
        rules: ['LABEL-002', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-54',
        statement: 'A label has a label_url, a text.',
        rules: ['LABEL-003', 'LABEL-014'],
      },
      {
        id: 'RESOURCES-55',
        statement: 'label_url is the URL of the PDF.',
        rules: ['SAND-005', 'PDF-004', 'LABEL-003', 'LABEL-403', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-56',
        statement: 'A label has the carrier.',
        rules: ['LABEL-008', 'LABEL-016', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-57',
        statement: 'A label has the service.',
        rules: ['LABEL-008', 'LABEL-016', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-58',
        statement: 'A label has rate_cents, a whole number.',
        rules: ['LABEL-004', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-59',
        statement: 'The rate_cents of a label is what was charged.',
        rules: ['LABEL-008', 'KEY-021', 'WALLET-002', 'WALLET-009', 'RATE-207', 'WALLET-012', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-60',
        statement: 'A label has sandbox, true or false.',
        rules: ['LABEL-005', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-61',
        statement: 'sandbox is true for labels bought with a test key.',
        rules: ['SAND-002', 'SAND-001', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-62',
        statement: 'sandbox is not true for labels bought with a live key.',
        rules: ['SAND-009', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-63',
        statement: 'A label has wallet_balance_after_cents, a whole number.',
        rules: ['LABEL-006', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-65',
        statement: 'A label has from_address, an object.',
        rules: ['LABEL-101', 'LABEL-009', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-66',
        statement: 'A label has to_address, an object.',
        rules: ['LABEL-111', 'LABEL-009', 'EXPL-003'],
      },
      {
        id: 'RESOURCES-68',
        statement: 'A purchase makes an internal shipment record.',
        rules: ['LABEL-013', 'RATE-206'],
      },
      {
        id: 'RESOURCES-69',
        statement: 'A purchase appears in the shipping history.',
        rules: ['LABEL-013', 'LABEL-405'],
      },
      {
        id: 'RESOURCES-70',
        statement: 'A shipment can be cloned.',
        rules: ['LABEL-013', 'LABEL-406'],
      },
    ],
  }),
  ...inSection('States and transitions', {
    'States of a label': [
      {
        id: 'STATES-5',
        statement: 'A valid rate and a sufficient balance make a label.',
        rules: ['LABEL-008', 'WALLET-006', 'EXPL-001', 'EXPL-002', 'LABEL-225'],
      },
      {
        id: 'STATES-7',
        statement: 'A purchase charges nothing with a test key.',
        rules: ['SAND-001', 'SAND-006', 'SAND-008', 'EXPL-001', 'SAND-011'],
      },
      {
        id: 'STATES-8',
        statement: 'A purchase makes a shipment record.',
        rules: ['LABEL-013'],
      },
      {
        id: 'STATES-10',
        statement: 'A purchase that fails charges nothing.',
        rules: [
          'LABEL-205',
          'LABEL-224',
          'LABEL-221',
          'LABEL-222',
          'LABEL-223',
          'LABEL-231',
          'LABEL-232',
          'LABEL-233',
          'RATE-202',
          'EXPL-001',
        ],
      },
    ],
  }),
  ...inSection('Endpoints', {
    'POST /v1/labels': [
      {
        id: 'ENDPOINTS-33',
        statement: 'There is POST /v1/labels.',
        rules: ['LABEL-008', 'KEY-103'],
      },
      {
        id: 'ENDPOINTS-39',
        statement: 'A purchase may be refused with LABEL.ADDRESS.UNDELIVERABLE.',
        rules: ['LABEL-201', 'LABEL-231'],
      },
      {
        id: 'ENDPOINTS-40',
        statement: 'A purchase may be refused with LABEL.WEIGHT.EXCEEDED.',
        rules: ['LABEL-202', 'LABEL-232'],
      },
      {
        id: 'ENDPOINTS-41',
        statement: 'A purchase may be refused with LABEL.SERVICE.UNAVAILABLE.',
        rules: ['LABEL-203'],
      },
      {
        id: 'ENDPOINTS-42',
        statement: 'A purchase may be refused with WALLET.INSUFFICIENT_BALANCE.',
        rules: ['LABEL-211', 'LABEL-233'],
      },
      {
        id: 'ENDPOINTS-43',
        statement: 'A purchase may be refused with WALLET.PAYMENT.FAILED.',
        rules: ['LABEL-212'],
      },
      {
        id: 'ENDPOINTS-44',
        statement: 'A purchase may be refused with WALLET.PAYMENT_METHOD.MISSING.',
        rules: ['LABEL-213'],
      },
      {
        id: 'ENDPOINTS-45',
        statement: 'A purchase may fail with LABEL.CREATION.FAILED.',
        rules: ['LABEL-204'],
      },
      {
        id: 'ENDPOINTS-46',
        statement: 'A test key gets a sandbox label without a charge.',
        rules: ['SAND-001', 'SAND-002', 'SAND-006'],
      },
      {
        id: 'ENDPOINTS-48',
        statement: 'A purchase answers with complete addresses.',
        rules: ['LABEL-101', 'LABEL-118'],
      },
      {
        id: 'ENDPOINTS-49',
        statement: 'A purchase answers with the balance after it.',
        rules: ['LABEL-006', 'WALLET-003'],
      },
    ],
    'GET /v1/labels/{id}': [
      {
        id: 'ENDPOINTS-50',
        statement: 'There is GET /v1/labels/{id}.',
        rules: ['LABEL-010', 'KEY-104'],
      },
      {
        id: 'ENDPOINTS-52',
        statement: 'A label can be read with its details.',
        rules: ['LABEL-010', 'LABEL-011', 'LABEL-401', 'LABEL-409', 'LABEL-402', 'LABEL-404', 'EXPL-003'],
      },
      {
        id: 'ENDPOINTS-54',
        statement: 'An unknown label is 404 LABEL.NOT_FOUND.',
        rules: ['LABEL-012', 'PDF-003', 'LABEL-234', 'EXPL-003', 'EXPL-009'],
      },
    ],
  }),
  ...inSection('Authentication', {
    Keys: [
      {
        id: 'AUTHENTICATION-2',
        statement: 'pr_live_ is for production.',
        rules: ['SAND-009', 'KEY-018', 'EXPL-003'],
      },
      {
        id: 'AUTHENTICATION-4',
        statement: 'Labels of pr_live_ are real.',
        reason: 'Whether a label is real shows at the carrier’s counter, not on the wire.',
      },
      {
        id: 'AUTHENTICATION-5',
        statement: 'pr_test_ is for the sandbox.',
        rules: ['SAND-001', 'KEY-017'],
      },
      {
        id: 'AUTHENTICATION-6',
        statement: 'pr_test_ is not charged.',
        rules: ['SAND-001', 'SAND-006', 'SAND-008', 'BATCH-015', 'BATCH-105'],
      },
      {
        id: 'AUTHENTICATION-7',
        statement: 'Labels of pr_test_ are simulated.',
        rules: ['SAND-002', 'SAND-003', 'BATCH-022', 'BATCH-108'],
      },
    ],
  }),
  ...inSection('Errors', {
    Codes: [
      {
        id: 'ERRORS-43',
        statement: 'LABEL.ADDRESS.UNDELIVERABLE is given where the carrier does not deliver to the address.',
        rules: ['LABEL-201'],
      },
      {
        id: 'ERRORS-45',
        statement: 'LABEL.WEIGHT.EXCEEDED is given where the parcel is heavier than the carrier takes.',
        rules: ['LABEL-202'],
      },
      {
        id: 'ERRORS-47',
        statement:
          'LABEL.SERVICE.UNAVAILABLE is given where the service does not run between the two places.',
        rules: ['LABEL-203'],
      },
      {
        id: 'ERRORS-53',
        statement: 'LABEL.NOT_FOUND is given where no label has the id.',
        rules: ['LABEL-012', 'VOID-007', 'EXPL-009', 'EXPL-010'],
      },
      {
        id: 'ERRORS-55',
        statement:
          'LABEL.CREATION.FAILED is given where something nobody expected keeps the label from being made.',
        rules: ['LABEL-204', 'EXPL-010'],
      },
      {
        id: 'ERRORS-57',
        statement: 'WALLET.INSUFFICIENT_BALANCE is given where the wallet holds too little.',
        rules: ['LABEL-211', 'BATCH-201', 'BATCH-202', 'EXPL-001', 'EXPL-010'],
      },
      {
        id: 'ERRORS-59',
        statement: 'WALLET.PAYMENT.FAILED is given where the card was declined.',
        rules: ['LABEL-212', 'BATCH-203', 'EXPL-001', 'EXPL-010'],
      },
      {
        id: 'ERRORS-61',
        statement: 'WALLET.PAYMENT_METHOD.MISSING is given where there is no card.',
        rules: ['LABEL-213', 'BATCH-204', 'EXPL-001', 'EXPL-010'],
      },
    ],
  }),
  ...inSection('Versioning', {
    'What has changed': [
      {
        id: 'VERSIONING-8',
        statement: 'Label responses have complete addresses.',
        rules: ['LABEL-101', 'LABEL-111', 'LABEL-015', 'EXPL-003'],
      },
      {
        id: 'VERSIONING-9',
        statement: 'Every purchase makes a shipment record.',
        rules: ['LABEL-013', 'BATCH-019'],
      },
      {
        id: 'VERSIONING-10',
        statement: 'Rates keep full addresses and the parcel.',
        rules: ['LABEL-009'],
      },
    ],
  }),
]
