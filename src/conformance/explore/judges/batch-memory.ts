import { isObject } from '../../http/fields.ts'
import { integerIn, listIn, textIn } from '../reading.ts'
import type { CallStep } from '../step.ts'
import { type Owner, ownerOf } from './asking.ts'
import type { Batch } from './batch-progress.ts'
import type { Trouble } from './trouble.ts'

/** What is known of batches, and of the rates that their items may name. */
export interface BatchMemory {
  readonly trouble: Trouble
  readonly batches: readonly Batch[]
  /** When each rate was given, and to whom. */
  readonly rates: Readonly<Record<string, GivenRate>>
}

export interface GivenRate extends Owner {
  readonly atMs: number
  readonly cents: number | undefined
  /** Bought, singly or in a batch: whether it can be again is not stated. */
  readonly isUsed: boolean
}

/** The memory with the rates that an answer gave. */
export function withRates(memory: BatchMemory, step: CallStep): BatchMemory {
  const given = (listIn(step.answer, 'rates') ?? []).flatMap((rate): [string, GivenRate][] => {
    const id = textIn(rate, 'id')
    const cents = integerIn(rate, 'rate_cents')
    return id === undefined ? [] : [[id, { ...ownerOf(step), atMs: step.atMs, cents, isUsed: false }]]
  })
  return given.length === 0 ? memory : { ...memory, rates: { ...Object.fromEntries(given), ...memory.rates } }
}

export type Plain = Readonly<Record<string, unknown>>

/** The rates that items name. */
export const rateIdsOf = (items: readonly unknown[]): readonly string[] =>
  items.flatMap((item) => (isObject(item) ? (textIn(item, 'rate_id') ?? []) : []))

/** The memory after a purchase of items: their rates are used. */
export function withUsed(memory: BatchMemory, items: readonly Plain[]): BatchMemory {
  const used: Record<string, GivenRate> = {}
  for (const id of rateIdsOf(items)) {
    const rate = memory.rates[id]
    if (rate !== undefined && !rate.isUsed) used[id] = { ...rate, isUsed: true }
  }
  return Object.keys(used).length === 0 ? memory : { ...memory, rates: { ...memory.rates, ...used } }
}

/** The items that a request holds; undefined where it holds no list of them. */
export function itemsOf({ body }: CallStep): readonly unknown[] | undefined {
  const items = isObject(body) ? body['items'] : undefined
  return Array.isArray(items) ? items : undefined
}
