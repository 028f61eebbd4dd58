import { objectsIn } from '../json.ts'
import { changeSuccesses, type Json, successJson } from '../json-responses.ts'
import type { Variation } from '../variation.ts'
import { withJson } from '../wire.ts'

/** Variations of addresses and parcels in answers. */
export const responseShapeVariations: readonly Variation[] = [
  {
    id: 'counting-and-weighing',
    what: 'The wallet counts down the labels left this month, validations say how likely an address is a home, and labels have the hour of the last pickup.',
    silent: { choice: 32 },
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
    silent: { choice: 37 },
    offered: {
      changes: ['tracking events'],
      because:
        'The specification does not say which events a history has. The number of events says nothing.',
    },
    open: () => {
      const first = new Map<unknown, Json>()
      return changeSuccesses(['registerTracker', 'getTracker'], ({ id, status, events, ...others }) => {
        const known = objectsIn(events)
        // Nothing has happened to the package before its first event.
        const begun = { status: known[0]?.['status'] ?? status, status_detail: 'We follow this package.' }
        const own = first.get(id) ?? begun
        first.set(id, own)
        return { ...others, id, status, events: [own, ...known] }
      })
    },
  },
  {
    id: 'validation-in-letters',
    what: 'A validation has letters: `Y` and `N` for homes and other places, `C` and `R` for routes and records.',
    silent: { section: 'Endpoint gaps' },
    offered: {
      changes: ['validation'],
      because: 'The specification does not show the body of a validation.',
    },
    open: () =>
      changeSuccesses('validateAddress', ({ residential }, { body }) => ({
        rdi: residential === true ? 'Y' : 'N',
        carrier_route_type: 'C',
        record_type: 'R',
        plus4: String(1_000 + (body.length % 9_000)),
      })),
  },
]
