import { isLive, readSuccessJson } from '../../../../variations/json-responses.ts'
import { buildMutant, createJsonMutantBuilder } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import { buildResponseMutant, withFields } from '../../../proof/stateful/stateful.ts'

const buildTrackerMutant = createJsonMutantBuilder('getTracker')

/** Deliberately broken services that confuse trackers with the same tracking number, or drop its leading zeros. */
export const secondTrackerMutants: readonly Mutant[] = [
  buildResponseMutant(
    'carrier-of-first-registration',
    'A tracking number that is registered with two carriers keeps the first carrier.',
  )
    .kills('TRACK-013')
    .by(() => {
      const first = new Map<string, unknown>()
      return (seen) => {
        if (!seen.isGood) return undefined
        const number = `${seen.account} ${seen.json['tracking_number']}`
        if (seen.operation === 'registerTracker' && !first.has(number))
          first.set(number, seen.json['carrier'])
        const carrier = first.get(number)
        return seen.operation === 'getTracker' && carrier !== undefined
          ? withFields(seen, { carrier })
          : undefined
      }
    }),
  buildMutant(
    'tracker-stays-in-production',
    'If a live key has registered a tracking number, test keys that register it, too, cannot read their tracker.',
  )
    .kills('TRACK-014')
    .by(() => {
      const live = new Set<unknown>()
      return {
        response: (response, request) => {
          const number = readSuccessJson(response)?.['tracking_number']
          if (request.operation === 'registerTracker' && isLive(request)) live.add(number)
          return request.operation === 'getTracker' && !isLive(request) && live.has(number)
            ? buildErrorResponse(403, 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
            : undefined
        },
      }
    }),
  buildTrackerMutant('tracking-number-as-a-number', 'A registered tracking number loses its leading zeros.')
    .kills('TRACK-015')
    .by((json) => ({ ...json, tracking_number: String(json['tracking_number']).replace(/^0+/, '') })),
  buildResponseMutant(
    'registered-again-anew',
    'A tracking number that is registered again loses its history.',
  )
    .kills('TRACK-016')
    .by(() => {
      const numbers = new Set<string>()
      const again = new Set<string>()
      return (seen) => {
        if (!seen.isGood) return undefined
        const number = `${seen.account} ${seen.json['tracking_number']}`
        if (seen.operation === 'registerTracker') (numbers.has(number) ? again : numbers).add(number)
        return seen.operation === 'getTracker' && again.has(number)
          ? withFields(seen, { events: [] })
          : undefined
      }
    }),
  buildTrackerMutant(
    'raw-status-after-exception',
    'The status of the event after an exception is the message of the carrier.',
  )
    .kills('TRACK-119')
    .by((json) => {
      const events: unknown = json['events']
      if (!Array.isArray(events)) return undefined
      const followsException = (index: number): boolean =>
        index > 0 && Object(events[index - 1])['status'] === 'exception'
      const raw = events.map((each, index) =>
        followsException(index) ? { ...Object(each), status: Object(each)['status_detail'] } : each,
      )
      return events.some((_, index) => followsException(index)) ? { ...json, events: raw } : undefined
    }),
]
