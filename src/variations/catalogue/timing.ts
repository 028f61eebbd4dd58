import { isObject } from '../json.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, withJson, withSignedBody } from '../wire.ts'

const logLagMs = 3_000

/** Variations of timing. */
export const timingVariations: readonly Variation[] = [
  {
    id: 'late-log',
    what: 'What becomes of a delivery shows in the log three seconds later.',
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
  {
    id: 'times-in-minutes',
    what: 'The times of new labels and of events are in whole minutes.',
    silent: { choice: 10 },
    offered: {
      changes: ['times'],
      because: 'ISO 8601 needs no seconds, and the specification states no precision.',
    },
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
  {
    id: 'basic-timestamps',
    what: 'Timestamps are in the basic format of ISO 8601, in whole seconds: `20260102T030405Z`.',
    silent: { choice: 10 },
    offered: {
      changes: ['times'],
      because: 'The basic format is ISO 8601 too, and the specification names no other.',
    },
    open: () => ({
      response: (response) => {
        const text = response.body.toString('utf8')
        const changed = jsonOf(response) === undefined ? text : inBasicFormat(text)
        return changed === text ? undefined : { ...response, body: Buffer.from(changed) }
      },
      webhook: (delivery) => [
        withSignedBody(delivery, Buffer.from(inBasicFormat(delivery.body.toString('utf8')))),
      ],
    }),
  },
]

/** The text with timestamps in the basic format, whose fractions of seconds are cut off. */
const inBasicFormat = (text: string): string =>
  text.replace(/"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?Z"/g, '"$1$2$3T$4$5$6Z"')

/** The text with timestamps in minutes: `2026-01-01T10:15Z`. */
function inMinutes(text: string): string {
  return `${text.slice(0, 16)}Z`
}
