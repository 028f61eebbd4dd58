import { changeSuccesses } from '../../../../variations/json-responses.ts'
import { buildMutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { buildRepetitionMutant, listFaultModes } from '../../../proof/stateful/repeated.ts'
import { buildResponseMutant, withFields } from '../../../proof/stateful/stateful.ts'

const trackerOperations = ['registerTracker', 'getTracker'] as const

/** Creates a deliberately broken service that changes the tracking numbers of trackers. */
const buildTrackingNumberMutant = (
  id: string,
  deviation: string,
  change: (number: string) => string,
): Mutant =>
  buildMutant(id, deviation)
    .kills('TRACK-017')
    .by(
      changeSuccesses(trackerOperations, (json) => ({
        ...json,
        tracking_number: change(String(json['tracking_number'])),
      })),
    )

/** Deliberately broken services whose trackers miss events after some time, or during failures of carriers. */
export const manyPollMutants: readonly Mutant[] = [
  buildMutant('history-of-five', 'A tracker shows only its first five events.')
    .kills('TRACK-120')
    .by(
      changeSuccesses('getTracker', (json) =>
        Array.isArray(json['events']) ? { ...json, events: json['events'].slice(0, 5) } : undefined,
      ),
    ),
  buildResponseMutant(
    'garbled-poll-forgets',
    'If a carrier returns a malformed response, its trackers lose their events.',
  )
    .kills('TRACK-121')
    .by(() => async (seen) => {
      if (seen.operation !== 'getTracker' || !seen.isGood) return undefined
      const isGarbled = (await listFaultModes(seen, 'tracking')).includes('malformed')
      return isGarbled ? withFields(seen, { status: 'unknown', events: [] }) : undefined
    }),
  buildTrackingNumberMutant(
    'tracking-numbers-cut',
    'The tracking numbers of trackers are cut after 40 characters.',
    (number) => number.slice(0, 40),
  ),
  buildTrackingNumberMutant(
    'tracking-numbers-in-capitals',
    'The tracking numbers of trackers are converted to capitals.',
    (number) => number.toUpperCase(),
  ),
  buildRepetitionMutant(
    'eleventh-tracker-is-first',
    'The eleventh tracker of a client has the id of the first.',
  )
    .kills('TRACK-017')
    .by({
      counts: ({ operation, isGood }) => operation === 'registerTracker' && isGood,
      most: 10,
      changes: (seen, first, count) =>
        seen.operation === 'registerTracker' && count === 11
          ? withFields(seen, { id: first.json['id'] })
          : undefined,
    }),
]
