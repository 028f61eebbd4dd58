import { isObject } from '../../wire/fields.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, withJson } from '../wire.ts'

type Json = Readonly<Record<string, unknown>>

/** Services that tell of addresses and parcels otherwise. */
export const toldOtherwiseVariations: readonly Variation[] = [
  {
    id: 'cautious-answers',
    what: 'Validations are a list and have their word in capitals; a tracker is unknown until its first poll, its events have the expected delivery first, and behind the delivery comes its proof.',
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
        return withJson(response, { ...json, events: otherEvents(json) })
      },
    }),
  },
]

function otherEvents({ events }: Json): readonly Json[] {
  const list = Array.isArray(events) ? events.filter(isObject) : []
  const last = list.at(-1)
  const proof = { ...last, status: 'unknown', status_detail: 'Proof of delivery available' }
  const told = last?.['status'] === 'delivered' ? [...list, proof] : list
  return told.map((event, index) => ({
    estimated_delivery: `2030-01-0${1 + (index % 2)}T12:00:00Z`,
    ...event,
  }))
}
