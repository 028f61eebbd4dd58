import { changeSuccesses, errorOf, isLive, type Json } from '../../../../variations/json-responses.ts'
import {
  acceptInsteadOf,
  buildMutant,
  createJsonMutantBuilder,
  createMutantBuilder,
  refuseWith,
} from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import { eventsOf } from './trackers.ts'

const buildTrackerMutant = createJsonMutantBuilder('getTracker')

type TrackerEvents = readonly Readonly<Json>[]

const changeTrackerEvents = (change: (list: TrackerEvents) => TrackerEvents): Alteration =>
  changeSuccesses('getTracker', (json) => ({ ...json, events: change(eventsOf(json)) }))

const buildHistoryMutant = createMutantBuilder(changeTrackerEvents)

/** Creates an alteration of a field in the response to a tracker registration, for a broken service. */
const changeRegistrationField = (field: string, value: string): Alteration =>
  changeSuccesses('registerTracker', (json) => ({ ...json, [field]: value }))

/** Creates an alteration of trackers that a live key reads, for a broken service. */
const changeLiveTracker = (change: (json: Json) => Json): Alteration =>
  changeSuccesses('getTracker', (json, request) => (isLive(request) ? change(json) : undefined))

const buildLiveTrackerMutant = createMutantBuilder(changeLiveTracker)

/** Statuses after which a broken service stops tracking, with their names for the deviation. */
const lastStatuses: readonly (readonly [string, string])[] = [
  ['exception', 'an exception'],
  ['unknown', 'an unknown carrier message'],
]

/** Deliberately broken services whose trackers are wrong for some carriers, with long histories, after an exception, or for live keys. */
export const refreshMutants: readonly Mutant[] = [
  buildTrackerMutant(
    'ups-not-normalised',
    'The statuses of UPS parcels are not normalised: they are unknown.',
  )
    .kills('TRACK-101', 'TRACK-103', 'TRACK-115')
    .by((json) =>
      json['carrier'] === 'UPS'
        ? {
            ...json,
            status: 'unknown',
            events: eventsOf(json).map((each) => ({ ...each, status: 'unknown' })),
          }
        : undefined,
    ),
  buildHistoryMutant(
    'held-as-transit',
    'The event of a held parcel has the status in_transit, not exception.',
  )
    .kills('TRACK-115')
    .by((list) =>
      list.map((each) => (each['status'] === 'exception' ? { ...each, status: 'in_transit' } : each)),
    ),
  buildTrackerMutant('exception-for-ever', 'After an exception, the status of a tracker never changes again.')
    .kills('TRACK-101')
    .by((json) =>
      eventsOf(json).some((each) => each['status'] === 'exception')
        ? { ...json, status: 'exception' }
        : undefined,
    ),
  ...lastStatuses.map(([status, what]) =>
    buildHistoryMutant(
      `not-followed-after-${status.replaceAll('_', '-')}`,
      `After ${what}, a tracker gets no more events.`,
    )
      .kills('TRACK-116')
      .by((list) => {
        const index = list.findIndex((each) => each['status'] === status)
        return index === -1 ? list : list.slice(0, index + 1)
      }),
  ),
  buildHistoryMutant('history-of-twenty', 'A tracker keeps only its last twenty events.')
    .kills('TRACK-117')
    .by((list) => list.slice(-20)),
  buildHistoryMutant('detail-in-ascii', 'In status_detail, letters outside ASCII become question marks.')
    .kills('TRACK-117')
    .by((list) =>
      list.map((each) => ({ ...each, status_detail: String(each['status_detail']).replace(/[^ -~]/g, '?') })),
    ),
  buildMutant('registered-as-delivered', 'The response to a registration says that the parcel is delivered.')
    .kills('TRACK-010')
    .by(changeRegistrationField('status', 'delivered')),
  buildMutant('registered-number-other', 'The response to a registration has another tracking number.')
    .kills('TRACK-010')
    .by(changeRegistrationField('tracking_number', '1')),
  buildMutant('live-tracker-lost', 'Trackers of live keys cannot be read.')
    .kills('TRACK-011')
    .by(refuseWith('getTracker', 404, 'TRACKER.NOT_FOUND', (_, request) => isLive(request))),
  buildLiveTrackerMutant('live-tracker-bare', 'Trackers of live keys have neither status nor events.')
    .kills('TRACK-011')
    .by(({ status: _, events: __, ...rest }) => rest),
  buildMutant('live-tracker-open', 'A test key reads trackers of production.')
    .kills('TRACK-012')
    .by(acceptInsteadOf('AUTH.KEY.SANDBOX_IN_PRODUCTION', { id: 'trk_1', status: 'unknown', events: [] })),
  buildMutant(
    'live-tracker-unknown',
    'A test key that reads a tracker of production gets 404 instead of 403.',
  )
    .kills('TRACK-012')
    .by({
      response: (response, { operation }) =>
        operation === 'getTracker' && errorOf(response)?.['code'] === 'AUTH.KEY.SANDBOX_IN_PRODUCTION'
          ? buildErrorResponse(404, 'TRACKER.NOT_FOUND')
          : undefined,
    }),
  buildLiveTrackerMutant('live-never-refreshed', 'Trackers of live keys are never refreshed.')
    .kills('TRACK-118')
    .by((json) => ({ ...json, status: 'unknown', events: [] })),
]
