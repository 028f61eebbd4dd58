import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '../../wire/fields.ts'
import type { Wire } from '../mutant.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, labelOf, withJson, withSignedBody } from '../wire.ts'

/** The delay of a service that does due work once a minute, in milliseconds. */
const lateMs = 59_000
const logLagMs = 3_000

/** Variations of timing. */
export const timingVariations: readonly Variation[] = [
  {
    id: 'retries-on-the-minute',
    what: 'Retries go out on whole minutes, each counted from the attempt before it.',
    open: () => {
      const seen = new Set<string>()
      const hooked = new Set<string>()
      const faults = new Map<string, string>()
      const lift = async (account: string, wire: Wire): Promise<void> => {
        const fault = faults.get(account)
        faults.delete(account)
        if (fault !== undefined) await wire.control('DELETE', `/accounts/${account}/faults/${fault}`)
      }
      return {
        controlRequest: ({ method, path }) => {
          const [, account] = /^\/_drydock\/accounts\/([^/]+)\/webhook$/.exec(path) ?? []
          if (method === 'PUT' && account !== undefined) hooked.add(account)
          return undefined
        },
        // Only retries are late; a first attempt is made at once.
        request: async (request, wire) => {
          const account = wire.accountOf(request)
          if (request.operation === 'buyLabel' && account !== undefined) await lift(account, wire)
          return undefined
        },
        webhook: (delivery) => {
          seen.add(labelOf(delivery))
          return undefined
        },
        response: async (response, request, wire) => {
          const account = wire.accountOf(request)
          const json = jsonOf(response)
          if (request.operation !== 'buyLabel' || response.status > 299 || !isObject(json)) return undefined
          if (account === undefined || !hooked.has(account)) return undefined
          for (let tries = 0; tries < 100 && !seen.has(String(json['id'])); tries += 1) await sleep(10)
          const late = { target: 'webhook', mode: 'delay', latency_ms: lateMs }
          const fault = await wire.control('POST', `/accounts/${account}/faults`, late)
          if (isObject(fault)) faults.set(account, String(fault['id']))
          return response
        },
      }
    },
  },
  {
    id: 'late-log',
    what: 'What becomes of a delivery shows in the log three seconds later.',
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
  {
    id: 'times-in-minutes',
    what: 'Labels tell in whole minutes when they were created, events when they were delivered.',
    open: () => ({
      response: (response, { operation }) => {
        const json = jsonOf(response)
        if (operation !== 'buyLabel' || !isObject(json) || typeof json['created_at'] !== 'string')
          return undefined
        return withJson(response, { ...json, created_at: inMinutes(json['created_at']) })
      },
      webhook: (delivery) => {
        const json = jsonOf(delivery)
        if (!isObject(json)) return undefined
        const told = { ...json, timestamp: inMinutes(String(json['timestamp'])) }
        return [withSignedBody(delivery, Buffer.from(JSON.stringify(told)))]
      },
    }),
  },
]

/** The text with timestamps in minutes: `2026-01-01T10:15Z`. */
function inMinutes(text: string): string {
  return `${text.slice(0, 16)}Z`
}
