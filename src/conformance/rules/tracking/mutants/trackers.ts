import { changeSuccesses, type Json, readSuccessJson } from '../../../../variations/json-responses.ts'
import { isObject } from '../../../http/fields.ts'
import {
  acceptInsteadOf,
  buildFieldMutants,
  buildMutant,
  countUp,
  createMutantBuilder,
} from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'

const changeTracker = (change: (json: Json) => Json): Alteration => changeSuccesses('getTracker', change)

const buildTrackerMutant = createMutantBuilder(changeTracker)
/** Returns the events in the JSON of a tracker. */
export const eventsOf = (json: Json): readonly Readonly<Json>[] =>
  Array.isArray(json['events']) ? json['events'].filter(isObject) : []
const changeTrackerEvents = (change: (list: readonly Readonly<Json>[]) => readonly unknown[]): Alteration =>
  changeTracker((json) => ({ ...json, events: change(eventsOf(json)) }))

const buildHistoryMutant = createMutantBuilder(changeTrackerEvents)

export const trackerMutants: readonly Mutant[] = [
  ...buildFieldMutants('registerTracker', [['tracker-id', 'id', 'TRACK-001', 7]]),
  buildTrackerMutant('other-tracker', 'Reading a tracker returns a tracker with another id.')
    .kills('TRACK-002')
    .by((json) => ({ ...json, id: 'trk_other' })),
  buildMutant('tracker-lost', 'A tracker cannot be read after its registration.')
    .kills('TRACK-002')
    .by({
      response: (response, { operation }) =>
        operation === 'getTracker' && response.status === 200
          ? buildErrorResponse(404, 'TRACKER.NOT_FOUND')
          : undefined,
    }),
  ...buildFieldMutants('getTracker', [
    ['tracker-number', 'tracking_number', 'TRACK-003', '1'],
    ['tracker-carrier', 'carrier', 'TRACK-004', 'Pigeon'],
    ['tracker-status', 'status', 'TRACK-005', 'IN_TRANSIT'],
    ['tracker-events', 'events', 'TRACK-006', { last: 'seen' }],
  ]),
  buildMutant(
    'unknown-tracker-read',
    'Reading a tracker that does not exist returns a tracker with the status unknown.',
  )
    .kills('TRACK-007')
    .by(acceptInsteadOf('TRACKER.NOT_FOUND', { id: 'trk_1', status: 'unknown', events: [] })),
  buildTrackerMutant('moves-before-scan', 'A parcel has the status in_transit before anybody has scanned it.')
    .kills('TRACK-008', 'TRACK-112')
    .by((json) => (json['status'] === 'pre_transit' ? { ...json, status: 'in_transit' } : json)),
  buildMutant('read-seldom', 'A tracker can be read only five times; then the service returns 503.')
    .kills('TRACK-009')
    .by(() => {
      const counts = new Map<string, number>()
      return {
        response: (response, request) => {
          if (request.operation !== 'getTracker' || readSuccessJson(response) === undefined) return undefined
          const count = countUp(counts, request.path)
          return count > 5 ? buildErrorResponse(503, 'CARRIER.ERROR.UNKNOWN') : undefined
        },
      }
    }),
  buildTrackerMutant('status-never-normalised', 'Every tracker has the status unknown.')
    .kills('TRACK-101', 'TRACK-103', 'TRACK-112')
    .by((json) => ({ ...json, status: 'unknown' })),
  buildTrackerMutant('delivery-as-transit', 'Delivered parcels have the status in_transit.')
    .kills('TRACK-103')
    .by((json) => (json['status'] === 'delivered' ? { ...json, status: 'in_transit' } : json)),
  buildTrackerMutant('return-as-transit', 'Returned parcels have the status in_transit.')
    .kills('TRACK-101')
    .by((json) => (json['status'] === 'exception' ? { ...json, status: 'in_transit' } : json)),
  buildHistoryMutant(
    'odd-event-as-transit',
    'An event with an unknown carrier message has the status in_transit.',
  )
    .kills('TRACK-105')
    .by((list) =>
      list.map((event) => (event['status'] === 'unknown' ? { ...event, status: 'in_transit' } : event)),
    ),
  buildTrackerMutant(
    'odd-moves-parcel',
    'An unknown carrier message sets the status of the tracker to in_transit.',
  )
    .kills('TRACK-105')
    .by((json) => (json['status'] === 'unknown' ? { ...json, status: 'in_transit' } : json)),
  buildHistoryMutant(
    'one-poll-late',
    'A tracker shows the last event only after the next poll of the carrier.',
  )
    .kills('TRACK-106', 'TRACK-110')
    .by((list) => list.slice(0, -1)),
  buildHistoryMutant('no-history', 'Trackers have no events.')
    .kills('TRACK-106', 'TRACK-107', 'TRACK-108', 'TRACK-110')
    .by(() => []),
  buildHistoryMutant('raw-event-status', 'The status of events is the message of the carrier.')
    .kills('TRACK-107')
    .by((list) => list.map((event) => ({ ...event, status: 'ARRIVED AT HUB' }))),
  buildHistoryMutant('event-without-status', 'The events of a tracker have no status.')
    .kills('TRACK-107')
    .by((list) => list.map(({ status: _, ...rest }) => rest)),
  buildHistoryMutant('event-without-detail', 'The events of a tracker have no status_detail.')
    .kills('TRACK-108')
    .by((list) => list.map(({ status_detail: _, ...rest }) => rest)),
  buildHistoryMutant('newest-event-first', 'The events of a tracker are sorted with the newest first.')
    .kills('TRACK-109', 'TRACK-113')
    .by((list) => [...list].reverse()),
  buildHistoryMutant(
    'events-in-any-order',
    'The events of a tracker have no times, and all except the last are in reverse order.',
  )
    .kills('TRACK-113')
    .by((list) =>
      [...list.slice(0, -1).reverse(), ...list.slice(-1)].map(({ status, status_detail }) => ({
        status,
        status_detail,
      })),
    ),
  buildHistoryMutant('last-event-only', 'A tracker keeps only its last event.')
    .kills('TRACK-110', 'TRACK-113')
    .by((list) => list.slice(-1)),
  buildTrackerMutant('status-of-first-event', 'The status of a tracker is that of its first event.')
    .kills('TRACK-103')
    .by((json) => ({ ...json, status: eventsOf(json)[0]?.['status'] ?? json['status'] })),
]
