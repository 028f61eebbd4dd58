import type { WireAlteration } from '../alteration.ts'
import { isObject } from '../json.ts'
import { replaceTextBothWays } from '../text-replacement.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, type WireRequest, withJson } from '../wire.ts'

/** Variations of delivery logs and other records. */
export const recordVariations: readonly Variation[] = [
  {
    id: 'counted-labels',
    what: 'Label ids are numbers in order, and the delivery log shows outcomes only as true or false, with an empty list of links beside it.',
    silent: { choice: 47 },
    open: () => {
      const counted = new Map<string, string>()
      const labels = new Map<string, string>()
      const shortenId = (id: string): string => {
        const short = counted.get(id) ?? `lbl_${counted.size + 1}`
        counted.set(id, short)
        labels.set(short, id)
        return short
      }
      const renamed = replaceTextBothWays(
        (text) => text.replace(/\blbl_[0-9a-z]{24}\b/g, shortenId),
        (text) => text.replace(/\blbl_\d+\b/g, (short) => labels.get(short) ?? short),
      )
      const log = changeLogEntries(({ label_id, status, response_code, attempts, created_at }) => ({
        delivery: { label_id },
        attributes: { succeeded: status === 'succeeded', gave_up: status === 'failed' },
        tries: Array.from({ length: Number(attempts) }, () => ({ code: response_code })),
        created_at,
      }))
      return {
        ...renamed,
        response: async (response, request, wire) => {
          const logged = (await log.response?.(response, request, wire)) ?? response
          return (await renamed.response?.(logged, request, wire)) ?? logged
        },
      }
    },
  },
  {
    id: 'records-of-their-own',
    what: 'Labels have more fields: a price breakdown, a list of times and a place. The delivery log has statuses in nested objects, and the service responds outside /v1, too.',
    silent: { choice: 47 },
    open: () => {
      const log = changeLogEntries(({ label_id: _, status, ...rest }) => ({
        ...rest,
        attributes: { mark: status },
      }))
      return {
        request: (request) => {
          if (request.path === '/v2/wallet') return { ...request, path: '/v1/wallet' }
          if (request.path !== '/wallet') return undefined
          const body = Buffer.from(JSON.stringify({ message: 'The service is at /v1.' }))
          return { status: 200, headers: { 'Content-Type': 'application/json' }, body }
        },
        response: async (response, request, wire) => {
          const logged = await log.response?.(response, request, wire)
          if (logged !== undefined) return logged
          const json = jsonOf(response)
          if (request.operation !== 'buyLabel' || response.status > 299 || !isObject(json)) return undefined
          return withJson(response, {
            ...json,
            breakdown_cents: { base: 945, share: 0.5 },
            attempted_at: ['2026-01-02T03:04:05Z'],
            scanned_at: 'Memphis, TN hub',
            includes_cents: true,
          })
        },
      }
    },
  },
  {
    id: 'numbered-statuses',
    what: 'The delivery log has numbers as statuses, and shows a new entry only at the second reading.',
    silent: { choice: 47 },
    open: () => {
      const numbers = ['pending', 'succeeded', 'failed']
      const log = changeLogEntries(({ status, ...rest }) => ({
        ...rest,
        state: numbers.indexOf(String(status)) + 1,
      }))
      const seen = new Set<unknown>()
      return {
        response: (response, request, wire) => {
          const json = jsonOf(response)
          if (request.operation !== 'listDeliveries' || response.status > 299 || !isObject(json))
            return undefined
          const [newest, ...others] = Array.isArray(json['deliveries'])
            ? json['deliveries'].filter(isObject)
            : []
          if (newest === undefined || seen.has(newest['id'])) return log.response?.(response, request, wire)
          seen.add(newest['id'])
          // One entry of the log is hidden. In its place, a full log shows an older entry that it would otherwise have
          // dropped.
          const oldest = { ...others.at(-1), id: 'whd_older', label_id: 'lbl_older' }
          const deliveries = others.length === 49 ? [...others, oldest] : others
          return log.response?.(withJson(response, { deliveries }), request, wire)
        },
      }
    },
  },
  {
    id: 'quick-batches',
    what: 'Each rate can be used for one batch item only. Sandbox batches complete at once and can be bought again. Live batches have a new estimate at every reading.',
    silent: { choice: 43 },
    open: () => {
      const used = new Set<string>()
      let estimate = 50
      return {
        request: (request) => {
          const rates = request.operation === 'createBatch' ? readItemRateIds(request) : []
          if (rates.length > 5_000) return undefined
          const isTwice = new Set(rates).size < rates.length || rates.some((id) => used.has(id))
          // The service behind this variation would accept a rate twice, so the batch is replaced by one that it
          // refuses.
          return isTwice ? { ...request, body: Buffer.from('{"items": [{}]}') } : undefined
        },
        response: (response, request) => {
          const { operation, headers } = request
          if (operation === 'createBatch' && response.status < 300) {
            for (const id of readItemRateIds(request)) used.add(id)
          }
          const isLive = headers['authorization']?.startsWith('Bearer pr_live_') === true
          const json = jsonOf(response)
          if (operation === 'buyBatch' && !isLive && response.body.includes('BATCH.ALREADY_PROCESSING')) {
            return { ...withJson(response, {}), status: 200 }
          }
          if (operation !== 'getBatch' || response.status > 299 || !isObject(json)) return undefined
          estimate -= 0.01
          return withJson(response, { ...json, estimated_completion_percentage: isLive ? estimate : 100 })
        },
      }
    },
  },
]

/** Creates an alteration that changes each entry of the delivery log. */
function changeLogEntries(change: (entry: Readonly<Record<string, unknown>>) => unknown): WireAlteration {
  return {
    response: (response, { operation }) => {
      const json = jsonOf(response)
      if (operation !== 'listDeliveries' || response.status > 299 || !isObject(json)) return undefined
      const list = Array.isArray(json['deliveries']) ? json['deliveries'].filter(isObject) : []
      return withJson(response, { items: list.map(change), links: [] })
    },
  }
}

/** Returns the rate ids in the items of a batch request. */
function readItemRateIds(request: WireRequest): readonly string[] {
  const json = jsonOf(request)
  const items = isObject(json) && Array.isArray(json['items']) ? json['items'] : []
  return items.flatMap((item) =>
    isObject(item) && typeof item['rate_id'] === 'string' ? [item['rate_id']] : [],
  )
}
