import { filterObjects, isObject } from '../../../variations/json.ts'
import { jsonOf, withJson } from '../../../variations/wire.ts'
import type { ProofVariation } from '../variation.ts'

type Json = Readonly<Record<string, unknown>>

/** Variations in how a correct service reports trackers. */
export const trackerVariations: readonly ProofVariation[] = [
  {
    id: 'cautious-answers',
    what: 'Validations are a list with the classification in capitals. A tracker is unknown until its first poll. Its events begin with the estimated delivery, and after the delivery comes an event for its proof.',
    silent: { choice: 39 },
    open: () => ({
      response: (response, request, wire) => {
        const json = jsonOf(response)
        if (response.status > 299 || !isObject(json)) return undefined
        if (request.operation === 'validateAddress') {
          const kind = json['residential'] === true ? 'RESIDENTIAL' : 'BUSINESS'
          return withJson(response, [{ address: json['address'], classification: { kind } }])
        }
        if (request.operation !== 'getTracker' && request.operation !== 'registerTracker') return undefined
        if (wire.advancedMs(wire.accountOf(request)) === 0) {
          return withJson(response, { ...json, status: 'unknown', events: [] })
        }
        const status = json['status'] === 'unknown' ? findLastKnownStatus(json) : json['status']
        return withJson(response, { ...json, status, events: addEstimatesAndProofEvent(json) })
      },
    }),
  },
]

/** Returns the last tracking status that is not `unknown`, which a tracker may keep. */
function findLastKnownStatus({ events }: Json): unknown {
  const list = filterObjects(events)
  return list.findLast(({ status }) => status !== 'unknown')?.['status'] ?? 'pre_transit'
}

/** Returns a tracker's events, each with an estimated delivery. If the last event is a delivery, an event about its proof follows. */
function addEstimatesAndProofEvent({ events }: Json): readonly Json[] {
  const list = filterObjects(events)
  const last = list.at(-1)
  const proof = { ...last, status: 'unknown', status_detail: 'The proof of delivery is available.' }
  const eventsWithProof = last?.['status'] === 'delivered' ? [...list, proof] : list
  return eventsWithProof.map((event, index) => ({
    estimated_delivery: `2030-01-0${1 + (index % 2)}T12:00:00Z`,
    ...event,
  }))
}
