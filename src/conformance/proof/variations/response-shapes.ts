import { isObject } from '../../http/fields.ts'
import { answers, successJson } from '../builders.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, withJson } from '../wire.ts'

type Json = Readonly<Record<string, unknown>>

/** Variations of addresses and parcels in answers. */
export const responseShapeVariations: readonly Variation[] = [
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
        const status = json['status'] === 'unknown' ? lastUnderstood(json) : json['status']
        return withJson(response, { ...json, status, events: otherEvents(json) })
      },
    }),
  },
  {
    id: 'counting-and-weighing',
    what: 'The wallet counts down the labels left this month, validations say how likely an address is a home, and labels have the hour of the last pickup.',
    open: () => {
      const left = new Map<string | undefined, number>()
      return {
        response: (response, request, wire) => {
          const json = successJson(response)
          if (json === undefined) return undefined
          const account = wire.accountOf(request)
          if (request.operation === 'buyLabel') {
            left.set(account, (left.get(account) ?? 500) - 1)
            return withJson(response, { ...json, pickup_cutoff_at: '17:00' })
          }
          if (request.operation === 'getWallet') {
            return withJson(response, { ...json, labels_left_this_month: left.get(account) ?? 500 })
          }
          if (request.operation !== 'validateAddress') return undefined
          const { residential, ...others } = json
          return withJson(response, {
            ...others,
            residential: { probability: residential === true ? 0.97 : 0.03 },
          })
        },
      }
    },
  },
  {
    id: 'event-of-the-tracker',
    what: 'The history of a tracker begins with an event of its own, which says that the package is followed.',
    open: () => {
      const first = new Map<unknown, Json>()
      return answers(['registerTracker', 'getTracker'], ({ id, status, events, ...others }) => {
        const own = first.get(id) ?? { status, status_detail: 'We follow this package from now on.' }
        first.set(id, own)
        return { ...others, id, status, events: [own, ...(Array.isArray(events) ? events : [])] }
      })
    },
  },
  {
    id: 'validation-in-letters',
    what: 'Validations have the letters of the post for homes, for routes of its carriers and for places.',
    open: () =>
      answers('validateAddress', ({ residential }, { body }) => ({
        rdi: residential === true ? 'Y' : 'N',
        carrier_route_type: 'C',
        record_type: 'R',
        plus4: String(1_000 + body.length),
        metadata: { latitude: body.length + 0.25, longitude: -body.length },
      })),
  },
]

/** The last status that is not `unknown`, which a tracker may keep. */
function lastUnderstood({ events }: Json): unknown {
  const list = Array.isArray(events) ? events.filter(isObject) : []
  return list.findLast(({ status }) => status !== 'unknown')?.['status'] ?? 'pre_transit'
}

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
