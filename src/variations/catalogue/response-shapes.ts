import { filterObjects } from '../json.ts'
import { changeSuccesses, type Json, readSuccessJson } from '../json-responses.ts'
import type { Variation } from '../variation.ts'
import { withJson } from '../wire.ts'

/** Variations of the wallet, of validations and of tracking histories in responses. */
export const responseShapeVariations: readonly Variation[] = [
  {
    id: 'counting-and-weighing',
    what: 'The wallet shows how many labels are left this month, validations show the probability that an address is a home, and labels have the time of the last pickup.',
    silent: { choice: 32 },
    open: () => {
      const left = new Map<string | undefined, number>()
      return {
        response: (response, request, wire) => {
          const json = readSuccessJson(response)
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
    what: 'The history of a tracker begins with an extra event, which says that the service follows the package.',
    silent: { choice: 37 },
    offered: {
      changes: ['tracking events'],
      because: 'The specification does not say which events a history has, so a client may not count them.',
    },
    open: () => {
      const first = new Map<unknown, Json>()
      return changeSuccesses(['registerTracker', 'getTracker'], ({ id, status, events, ...others }) => {
        const known = filterObjects(events)
        // The extra event has the status of the first real event: nothing happened to the package before that.
        const begun = { status: known[0]?.['status'] ?? status, status_detail: 'We follow this package.' }
        const own = first.get(id) ?? begun
        first.set(id, own)
        return { ...others, id, status, events: [own, ...known] }
      })
    },
  },
  {
    id: 'validation-in-letters',
    what: 'A validation has single letters: `Y` for a home and `N` for another place, `C` and `R` for types of routes and records.',
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
