import type { WireAlteration } from '../alteration.ts'
import { isObject } from '../json.ts'
import { replacingText } from '../text-replacement.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, type WireRequest, withJson } from '../wire.ts'

/** Variations of delivery logs and other records. */
export const recordVariations: readonly Variation[] = [
  {
    id: 'counted-labels',
    what: 'The ids of labels are counted, and the log of deliveries says only true or false, with an empty list beside it.',
    silent: { choice: 47 },
    open: () => {
      const counted = new Map<string, string>()
      const labels = new Map<string, string>()
      const count = (id: string): string => {
        const short = counted.get(id) ?? `lbl_${counted.size + 1}`
        counted.set(id, short)
        labels.set(short, id)
        return short
      }
      const renamed = replacingText(
        (text) => text.replace(/\blbl_[0-9a-z]{24}\b/g, count),
        (text) => text.replace(/\blbl_\d+\b/g, (short) => labels.get(short) ?? short),
      )
      const log = logOf(({ label_id, status, response_code, attempts, created_at }) => ({
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
    what: 'Fields of other names hold a breakdown, a list of times and a place, the log marks its entries deep inside, and there are answers outside /v1.',
    silent: { choice: 47 },
    open: () => {
      const log = logOf(({ label_id: _, status, ...rest }) => ({ ...rest, attributes: { mark: status } }))
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
    what: 'The log has numbers for statuses, and gets its newest entry a moment late.',
    silent: { choice: 47 },
    open: () => {
      const numbers = ['pending', 'succeeded', 'failed']
      const log = logOf(({ status, ...rest }) => ({ ...rest, state: numbers.indexOf(String(status)) + 1 }))
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
          // An entry that a full log has just dropped, as the log of another service may still have it.
          const oldest = { ...others.at(-1), id: 'whd_older', label_id: 'lbl_older' }
          const deliveries = others.length === 49 ? [...others, oldest] : others
          return log.response?.(withJson(response, { deliveries }), request, wire)
        },
      }
    },
  },
  {
    id: 'quick-batches',
    what: 'A rate makes one item of a batch, batches of the sandbox are done at once and can be bought again, and those of live keys estimate anew at every reading.',
    silent: { choice: 43 },
    open: () => {
      const used = new Set<string>()
      let estimate = 50
      return {
        request: (request) => {
          const rates = request.operation === 'createBatch' ? ratesIn(request) : []
          if (rates.length > 5_000) return undefined
          const isTwice = new Set(rates).size < rates.length || rates.some((id) => used.has(id))
          // The good service refuses an empty item.
          return isTwice ? { ...request, body: Buffer.from('{"items": [{}]}') } : undefined
        },
        response: (response, request) => {
          const { operation, headers } = request
          if (operation === 'createBatch' && response.status < 300) {
            for (const id of ratesIn(request)) used.add(id)
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

/** An alteration of the entries of the delivery log. */
function logOf(change: (entry: Readonly<Record<string, unknown>>) => unknown): WireAlteration {
  return {
    response: (response, { operation }) => {
      const json = jsonOf(response)
      if (operation !== 'listDeliveries' || response.status > 299 || !isObject(json)) return undefined
      const list = Array.isArray(json['deliveries']) ? json['deliveries'].filter(isObject) : []
      return withJson(response, { items: list.map(change), links: [] })
    },
  }
}

function ratesIn(request: WireRequest): readonly string[] {
  const json = jsonOf(request)
  const items = isObject(json) && Array.isArray(json['items']) ? json['items'] : []
  return items.flatMap((item) =>
    isObject(item) && typeof item['rate_id'] === 'string' ? [item['rate_id']] : [],
  )
}
