import { isObject } from '../json.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, withJson } from '../wire.ts'

/** How late the delivery log shows a change, in milliseconds. */
const logLagMs = 3_000

/** Variations of when responses and events come. */
export const timingVariations: readonly Variation[] = [
  {
    id: 'late-log',
    what: 'The delivery log shows each change of a delivery three seconds late.',
    silent: { choice: 47 },
    open: () => {
      const shown = new Map<
        unknown,
        { readonly entry: unknown; readonly next: unknown; readonly since: number }
      >()
      return {
        response: (response, { operation }) => {
          const json = jsonOf(response)
          const list = isObject(json) ? json['deliveries'] : undefined
          if (operation !== 'listDeliveries' || !isObject(json) || !Array.isArray(list)) return undefined
          const now = Date.now()
          const deliveries = list.filter(isObject).flatMap((next) => {
            const known = shown.get(next['id']) ?? { entry: undefined, next: undefined, since: now }
            const isNew = JSON.stringify(known.next) !== JSON.stringify(next)
            const since = isNew ? now : known.since
            const entry = !isNew && now - since >= logLagMs ? next : known.entry
            shown.set(next['id'], { entry, next, since })
            return entry === undefined ? [] : [entry]
          })
          return withJson(response, { ...json, deliveries })
        },
      }
    },
  },
]
