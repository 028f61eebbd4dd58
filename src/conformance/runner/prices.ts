import type { Answer, SentRequest } from '../http/answer.ts'
import { isObject } from '../http/fields.ts'
import { readJson } from '../http/json.ts'
import type { OperationName } from '../http/operation.ts'
import { madeId, quotedIn } from './spending.ts'

/** Knows what purchases would cost, from the quotes and batches of a run. */
export interface Prices {
  record(answer: Answer): void
  /** What a request buys and at what price; undefined if it cannot buy anything that was quoted. */
  boughtBy(operation: OperationName, sent: SentRequest): Bought | undefined
  /** What an answer says a purchase cost, in cents, or else the highest price that was quoted. */
  toldIn(answer: Answer): number
}

/** What a request buys, and its price. */
export interface Bought {
  readonly kind: 'buyLabel' | 'createBatch' | 'buyBatch'
  readonly cents: number
}

/** Opens the prices of a run, of which none is known yet. */
export function openPrices(): Prices {
  const rates = new Map<string, number>()
  const batches = new Map<string, number>()
  /** The highest price of the quoted rates whose ids stand anywhere in a body. For bodies that are not as documented. */
  const dearestIn = (text: string): number | undefined => {
    const found = [...rates].filter(([id]) => text.includes(id)).map(([, cents]) => cents)
    return found.length === 0 ? undefined : Math.max(...found)
  }
  const rateIn = (item: unknown): number | undefined => {
    const id = isObject(item) ? item['rate_id'] : undefined
    return typeof id === 'string' ? rates.get(id) : undefined
  }
  const itemCents = (item: unknown): number => {
    const told = isObject(item) ? Number(item['rate_cents']) : 0
    return Math.max(rateIn(item) ?? 0, Number.isFinite(told) ? told : 0)
  }
  const batchCents = (body: SentRequest['body']): number | undefined => {
    const text = String(body ?? '')
    const json = readJson(text)
    const items = isObject(json) && Array.isArray(json['items']) ? json['items'] : undefined
    if (items === undefined) return dearestIn(text)
    return items.length === 0 ? undefined : items.reduce<number>((sum, item) => sum + itemCents(item), 0)
  }
  return {
    record: (answer) => {
      if (answer.operation === 'createRates') {
        for (const { id, rate_cents } of quotedIn(answer)) {
          if (typeof id === 'string') rates.set(id, Math.max(0, Number(rate_cents) || 0))
        }
      }
      if (answer.operation === 'createBatch') {
        const id = madeId(answer, 'batch')
        if (id !== undefined) batches.set(id, batchCents(answer.request.body) ?? 0)
      }
    },
    toldIn: ({ json }) => {
      const told = isObject(json) ? [json['rate_cents'], json['total_cost_cents']] : []
      const cents = told.flatMap((each) => (typeof each === 'number' ? [each] : []))
      return Math.max(0, ...(cents.length > 0 ? cents : rates.values()))
    },
    boughtBy: (operation, { path, body }) => {
      if (operation === 'buyLabel') {
        const text = String(body ?? '')
        const cents = rateIn(readJson(text)) ?? dearestIn(text)
        return cents === undefined ? undefined : { kind: operation, cents }
      }
      if (operation === 'createBatch') {
        const cents = batchCents(body)
        return cents === undefined ? undefined : { kind: operation, cents }
      }
      if (operation !== 'buyBatch') return undefined
      const id = decodeURIComponent(path.split('/').at(-2) ?? '')
      const cents = batches.get(id)
      return cents === undefined ? undefined : { kind: operation, cents }
    },
  }
}
