import { inSection, type Statement } from '../../ledger/statement.ts'

/** What the specification says that the rules of this topic judge, or that belongs to it and cannot be judged. */
export const statements: readonly Statement[] = [
  ...inSection('What the service does', {
    'What a client can do': [
      {
        id: 'SERVICE-9',
        statement: 'A tracking number can be registered.',
        rules: ['TRACK-001'],
      },
      {
        id: 'SERVICE-10',
        statement: 'Tracking status and events can be read, in normalised form.',
        rules: ['TRACK-005', 'TRACK-107'],
      },
    ],
  }),
  ...inSection('Resources and their fields', {
    Tracker: [
      {
        id: 'RESOURCES-71',
        statement: 'A tracker has an id.',
        rules: ['TRACK-001', 'EXPL-005'],
      },
      {
        id: 'RESOURCES-72',
        statement: 'A tracker has the tracking number of its registration.',
        rules: ['TRACK-003', 'TRACK-010', 'TRACK-011', 'EXPL-005', 'TRACK-015'],
      },
      {
        id: 'RESOURCES-73',
        statement: 'A tracker has the carrier of its registration.',
        rules: ['TRACK-004', 'TRACK-010', 'EXPL-005', 'TRACK-013'],
      },
      {
        id: 'RESOURCES-74',
        statement: 'A tracker has a status.',
        rules: ['TRACK-005'],
      },
      {
        id: 'RESOURCES-75',
        statement: 'The status of a tracker is one of six.',
        rules: ['TRACK-005', 'EXPL-005'],
      },
      {
        id: 'RESOURCES-76',
        statement: 'A tracker has events, a list.',
        rules: ['TRACK-006', 'EXPL-005'],
      },
      {
        id: 'RESOURCES-77',
        statement: 'The events are the full history.',
        rules: ['TRACK-110', 'TRACK-106', 'TRACK-117', 'EXPL-005', 'TRACK-016'],
      },
      {
        id: 'RESOURCES-78',
        statement: 'The events are in the order of time.',
        rules: ['TRACK-109', 'TRACK-113', 'EXPL-005'],
      },
      {
        id: 'RESOURCES-79',
        statement: 'Each event has a normalised status.',
        rules: ['TRACK-107', 'EXPL-005', 'TRACK-119'],
      },
      {
        id: 'RESOURCES-80',
        statement: 'Each event has status_detail.',
        rules: ['TRACK-108', 'EXPL-005'],
      },
      {
        id: 'RESOURCES-81',
        statement: 'status_detail is what the carrier said.',
        rules: ['TRACK-106', 'TRACK-108', 'TRACK-117', 'EXPL-005'],
      },
    ],
    'Tracking statuses': [
      {
        id: 'RESOURCES-82',
        statement: 'pre_transit: there is a label and no scan.',
        rules: ['TRACK-008', 'TRACK-112'],
      },
      {
        id: 'RESOURCES-83',
        statement: 'in_transit: picked up and moving.',
        rules: ['TRACK-101'],
      },
      {
        id: 'RESOURCES-84',
        statement: 'out_for_delivery: on the vehicle.',
        rules: ['TRACK-102'],
      },
      {
        id: 'RESOURCES-85',
        statement: 'delivered: confirmed.',
        rules: ['TRACK-103', 'TRACK-114'],
      },
      {
        id: 'RESOURCES-86',
        statement: 'exception: an issue such as a return to the sender.',
        rules: ['TRACK-104', 'TRACK-115'],
      },
      {
        id: 'RESOURCES-87',
        statement: 'unknown: what the carrier says cannot be normalised.',
        rules: ['TRACK-105', 'EXPL-005'],
      },
    ],
  }),
  ...inSection('Endpoints', {
    'POST /v1/trackers': [
      {
        id: 'ENDPOINTS-62',
        statement: 'There is POST /v1/trackers.',
        rules: ['TRACK-001', 'KEY-106'],
      },
      {
        id: 'ENDPOINTS-65',
        statement: 'A registration answers with a tracker that has an id.',
        rules: ['TRACK-001', 'EXPL-005'],
      },
    ],
    'GET /v1/trackers/{id}': [
      {
        id: 'ENDPOINTS-66',
        statement: 'There is GET /v1/trackers/{id}.',
        rules: ['TRACK-002', 'KEY-107'],
      },
      {
        id: 'ENDPOINTS-68',
        statement: 'A registered tracker can be read.',
        rules: ['TRACK-002', 'TRACK-011', 'EXPL-005', 'TRACK-014'],
      },
      {
        id: 'ENDPOINTS-69',
        statement: 'An unknown tracker is 404 TRACKER.NOT_FOUND.',
        rules: ['TRACK-007', 'EXPL-009', 'EXPL-005'],
      },
      {
        id: 'ENDPOINTS-70',
        statement: 'A tracker is read with status and events.',
        rules: ['TRACK-005', 'TRACK-006'],
      },
      {
        id: 'ENDPOINTS-71',
        statement: 'Tracking is refreshed every 4 hours.',
        rules: ['TRACK-106', 'TRACK-116', 'TRACK-118', 'EXPL-005'],
      },
      {
        id: 'ENDPOINTS-72',
        statement: 'Between two refreshes tracking does not change.',
        reason:
          'That something is refreshed every four hours does not forbid that it is refreshed more often.',
      },
      {
        id: 'ENDPOINTS-73',
        statement: 'A tracker may be read as often as the limit allows.',
        rules: ['TRACK-009'],
      },
    ],
  }),
  ...inSection('Errors', {
    Codes: [
      {
        id: 'ERRORS-83',
        statement: 'TRACKER.NOT_FOUND is given where no tracker has the id.',
        rules: ['TRACK-007', 'EXPL-010'],
      },
    ],
  }),
  ...inSection('Limits', {
    'Other constants': [
      {
        id: 'LIMITS-31',
        statement: 'Tracking is refreshed every 4 hours.',
        rules: ['TRACK-106'],
      },
    ],
  }),
]
