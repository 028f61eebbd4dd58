import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('What the service does', {
    'What a client can do': [
      {
        id: 'SERVICE-19',
        statement: 'Each successful purchase is followed by a label.created event.',
        rules: ['HOOK-001', 'HOOK-002', 'HOOK-004', 'RATE-205'],
      },
    ],
  }),
  ...inSection('Resources and their fields', {
    Label: [
      {
        id: 'RESOURCES-67',
        statement: 'created_at is an ISO 8601 timestamp.',
        rules: ['HOOK-011', 'CONV-004', 'LABEL-017', 'EXPL-003'],
      },
    ],
    'Delivery in the log': [
      {
        id: 'RESOURCES-108',
        statement: 'An entry of the delivery log has a status.',
        rules: ['LOG-006', 'LOG-013', 'EXPL-006'],
      },
      {
        id: 'RESOURCES-109',
        statement: 'An entry of the delivery log has the response code of the receiver.',
        rules: ['LOG-003', 'LOG-012', 'LOG-014', 'EXPL-006'],
      },
      {
        id: 'RESOURCES-110',
        statement: 'An entry of the delivery log has the number of attempts.',
        rules: ['LOG-004', 'EXPL-006'],
      },
      {
        id: 'RESOURCES-111',
        statement: 'An entry of the delivery log has timestamps.',
        rules: ['LOG-005', 'EXPL-006'],
      },
    ],
  }),
  ...inSection('States and transitions', {
    'States of a label': [
      {
        id: 'STATES-9',
        statement: 'A purchase emits label.created.',
        rules: ['HOOK-001', 'HOOK-002', 'RATE-205'],
      },
    ],
    'States of a delivery': [
      {
        id: 'STATES-25',
        statement: 'A delivery answered with anything but 2xx is retried.',
        rules: ['HOOK-111', 'HOOK-112', 'HOOK-113', 'HOOK-115', 'HOOK-120', 'HOOK-136'],
      },
      {
        id: 'STATES-26',
        statement: 'There are fewer than five attempts before a retry.',
        rules: ['HOOK-106', 'HOOK-105'],
      },
      {
        id: 'STATES-27',
        statement: 'A delivery has failed after its fifth attempt.',
        rules: ['LOG-007', 'HOOK-106'],
      },
      {
        id: 'STATES-28',
        statement: 'A failed delivery shows in the log.',
        rules: ['LOG-007'],
      },
    ],
  }),
  ...inSection('Endpoints', {
    'Every endpoint': [
      {
        id: 'ENDPOINTS-5',
        statement: 'No endpoint configures the webhook.',
        rules: ['HOOK-031'],
      },
    ],
    'POST /v1/labels': [
      {
        id: 'ENDPOINTS-47',
        statement: 'On success label.created is emitted.',
        rules: ['HOOK-001', 'HOOK-019'],
      },
    ],
    'GET /v1/webhooks/deliveries': [
      {
        id: 'ENDPOINTS-100',
        statement: 'There is GET /v1/webhooks/deliveries.',
        rules: ['LOG-001', 'KEY-113'],
      },
      {
        id: 'ENDPOINTS-101',
        statement: 'The last 50 deliveries are listed.',
        rules: ['LOG-001', 'LOG-008', 'EXPL-009'],
      },
    ],
  }),
  ...inSection('Authentication', {
    Keys: [
      {
        id: 'AUTHENTICATION-15',
        statement: 'Webhook requests are authenticated by signature.',
        rules: ['HOOK-016', 'HOOK-021'],
      },
    ],
  }),
  ...inSection('Events', {
    'The event': [
      {
        id: 'EVENTS-1',
        statement: 'The one kind of event is label.created.',
        rules: ['HOOK-004', 'HOOK-017', 'HOOK-018', 'HOOK-022'],
      },
      {
        id: 'EVENTS-2',
        statement: 'It fires after a successful purchase.',
        rules: [
          'HOOK-001',
          'HOOK-002',
          'HOOK-028',
          'HOOK-029',
          'HOOK-030',
          'HOOK-032',
          'HOOK-138',
          'EXPL-006',
        ],
      },
      {
        id: 'EVENTS-3',
        statement: 'It fires immediately.',
        rules: ['HOOK-001'],
      },
      {
        id: 'EVENTS-4',
        statement: 'No other events exist.',
        rules: ['HOOK-018', 'HOOK-017', 'HOOK-022', 'HOOK-029', 'HOOK-030', 'EXPL-006'],
      },
      {
        id: 'EVENTS-5',
        statement: 'A purchase that fails has no event.',
        rules: ['HOOK-019', 'HOOK-026', 'HOOK-027', 'EXPL-006'],
      },
    ],
    'The webhook': [
      {
        id: 'EVENTS-6',
        statement: 'There is one webhook URL per client.',
        rules: ['HOOK-023', 'EXPL-009', 'EXPL-006'],
      },
      {
        id: 'EVENTS-7',
        statement: 'A signing secret is issued with the URL.',
        rules: ['HOOK-020'],
      },
    ],
    Payload: [
      {
        id: 'EVENTS-8',
        statement: 'A payload is JSON.',
        rules: ['HOOK-003'],
      },
      {
        id: 'EVENTS-9',
        statement: 'event is the text label.created.',
        rules: ['HOOK-004', 'EXPL-006'],
      },
      {
        id: 'EVENTS-10',
        statement: 'data.id is the id of the label.',
        rules: ['HOOK-005', 'EXPL-006'],
      },
      {
        id: 'EVENTS-11',
        statement: 'data.id is the same in every attempt, to tell duplicates by.',
        rules: ['HOOK-132'],
      },
      {
        id: 'EVENTS-12',
        statement: 'A payload is that of the label in every attempt.',
        rules: ['HOOK-134', 'EXPL-006'],
      },
      {
        id: 'EVENTS-13',
        statement: 'data.carrier is the carrier.',
        rules: ['HOOK-006', 'BATCH-032', 'BATCH-115', 'EXPL-006'],
      },
      {
        id: 'EVENTS-14',
        statement: 'data.service is the service.',
        rules: ['HOOK-007', 'BATCH-032', 'BATCH-115', 'EXPL-006'],
      },
      {
        id: 'EVENTS-15',
        statement: 'data.tracking_number is the tracking number.',
        rules: ['HOOK-008', 'RATE-213', 'BATCH-032', 'BATCH-115', 'EXPL-006'],
      },
      {
        id: 'EVENTS-16',
        statement: 'data.rate_cents is the price, a whole number.',
        rules: ['HOOK-009', 'RATE-213', 'BATCH-032', 'BATCH-115', 'EXPL-006'],
      },
      {
        id: 'EVENTS-17',
        statement: 'data.label_url is the download under /v1/labels/.',
        rules: ['HOOK-021', 'HOOK-010', 'EXPL-006'],
      },
      {
        id: 'EVENTS-18',
        statement: 'data.created_at is an ISO 8601 timestamp.',
        rules: ['HOOK-011'],
      },
      {
        id: 'EVENTS-19',
        statement: 'data.created_at is when the label was created.',
        rules: ['HOOK-024', 'HOOK-013', 'EXPL-006'],
      },
      {
        id: 'EVENTS-20',
        statement: 'timestamp is an ISO 8601 timestamp.',
        rules: ['HOOK-012', 'EXPL-006'],
      },
      {
        id: 'EVENTS-21',
        statement: 'timestamp is that of the delivery.',
        rules: ['HOOK-014', 'HOOK-135', 'EXPL-006'],
      },
    ],
    Signature: [
      {
        id: 'EVENTS-22',
        statement: 'PR-Signature begins with sha256=.',
        rules: ['HOOK-015'],
      },
      {
        id: 'EVENTS-23',
        statement: 'PR-Signature goes on in lower-case hexadecimal.',
        rules: ['HOOK-015'],
      },
      {
        id: 'EVENTS-24',
        statement: 'PR-Signature is the HMAC-SHA256 of the payload.',
        rules: ['HOOK-016', 'HOOK-133', 'EXPL-006'],
      },
      {
        id: 'EVENTS-25',
        statement: 'PR-Signature is keyed with the signing secret.',
        rules: ['HOOK-016', 'HOOK-020'],
      },
      {
        id: 'EVENTS-26',
        statement: 'The receiver should reject a mismatch with 401.',
        reason: 'It is asked of receivers, not of the service.',
      },
    ],
    'Delivery and retries': [
      {
        id: 'EVENTS-27',
        statement: 'A delivery succeeds by a 2xx.',
        rules: ['HOOK-121', 'HOOK-122', 'HOOK-123', 'HOOK-124', 'HOOK-125'],
      },
      {
        id: 'EVENTS-28',
        statement: 'Anything else is retried.',
        rules: [
          'HOOK-111',
          'HOOK-112',
          'HOOK-113',
          'HOOK-114',
          'HOOK-115',
          'HOOK-116',
          'HOOK-117',
          'HOOK-118',
          'HOOK-119',
          'HOOK-120',
          'HOOK-136',
          'HOOK-137',
        ],
      },
      {
        id: 'EVENTS-29',
        statement: 'There are 5 attempts in total.',
        rules: ['HOOK-105', 'HOOK-106', 'EXPL-006'],
      },
      {
        id: 'EVENTS-30',
        statement: 'Attempt 1 is immediate.',
        rules: ['HOOK-001', 'EXPL-006'],
      },
      {
        id: 'EVENTS-31',
        statement: 'Attempt 2 comes after 5 minutes.',
        rules: ['HOOK-102', 'EXPL-006'],
      },
      {
        id: 'EVENTS-32',
        statement: 'Attempt 3 comes after 30 minutes.',
        rules: ['HOOK-103', 'EXPL-006'],
      },
      {
        id: 'EVENTS-33',
        statement: 'Attempt 4 comes after 2 hours.',
        rules: ['HOOK-104', 'EXPL-006'],
      },
      {
        id: 'EVENTS-34',
        statement: 'Attempt 5 comes after 24 hours.',
        rules: ['HOOK-105', 'EXPL-006'],
      },
      {
        id: 'EVENTS-35',
        statement: 'A success ends the attempts.',
        rules: ['HOOK-131', 'HOOK-121', 'EXPL-006'],
      },
      {
        id: 'EVENTS-36',
        statement: 'After 5 failed attempts the delivery is marked failed.',
        rules: ['LOG-007', 'EXPL-006'],
      },
      {
        id: 'EVENTS-37',
        statement: 'The last 50 deliveries are in the log.',
        rules: ['LOG-008', 'LOG-011', 'LOG-002', 'LOG-009', 'LOG-015', 'LOG-016', 'EXPL-006'],
      },
      {
        id: 'EVENTS-38',
        statement: 'The log shows status, response code, attempts and timestamps.',
        rules: ['LOG-003', 'LOG-004', 'LOG-005', 'LOG-006', 'LOG-012', 'LOG-013', 'LOG-014', 'EXPL-006'],
      },
      {
        id: 'EVENTS-39',
        statement: 'The dashboard shows the deliveries, too.',
        rules: ['LOG-010'],
      },
      {
        id: 'EVENTS-40',
        statement: 'A delivery may come twice.',
        reason: 'It is allowed, not promised; every rule about events accepts it.',
      },
      {
        id: 'EVENTS-41',
        statement: 'Receivers should answer quickly and work afterwards.',
        reason: 'It is asked of receivers, not of the service.',
      },
    ],
  }),
  ...inSection('Limits', {
    'Other constants': [
      {
        id: 'LIMITS-29',
        statement: 'A webhook has 5 attempts.',
        rules: ['HOOK-105', 'HOOK-106'],
      },
      {
        id: 'LIMITS-30',
        statement: 'The log has the last 50 deliveries.',
        rules: ['LOG-008', 'LOG-011'],
      },
    ],
  }),
]
