import { isObject } from '../../http/fields.ts'
import { integerIn, listIn, textIn } from '../response-fields.ts'
import type { CallStep } from '../step.ts'
import { type Owner, ownerOf } from './ownership.ts'

/** A rate from a rates response. */
export interface QuotedRate extends Owner {
  readonly atMs: number
  readonly cents: number | undefined
  readonly isOwnAccount: boolean
}

/** The rates of a walk, by id. */
export type QuotedRates = Readonly<Record<string, QuotedRate>>

/** Adds the rates of a rates response. If the service quotes a rate twice, the first quote counts. */
export function withQuotedRates(rates: QuotedRates, step: CallStep): QuotedRates {
  const quoted = (listIn(step.answer, 'rates') ?? []).flatMap((rate): [string, QuotedRate][] => {
    const id = textIn(rate, 'id')
    const cents = integerIn(rate, 'rate_cents')
    const isOwnAccount = rate['account_type'] === 'byoa'
    return id === undefined ? [] : [[id, { ...ownerOf(step), atMs: step.atMs, cents, isOwnAccount }]]
  })
  return quoted.length === 0 ? rates : { ...Object.fromEntries(quoted), ...rates }
}

/** Returns the items of a batch request; undefined if its body has no list of items. */
export function batchItemsOf({ body }: CallStep): readonly unknown[] | undefined {
  const items = isObject(body) ? body['items'] : undefined
  return Array.isArray(items) ? items : undefined
}

/** Returns the id of the rate that a purchase or a batch item names. */
export const rateIdIn = (value: unknown): string | undefined =>
  isObject(value) ? textIn(value, 'rate_id') : undefined

/** Lists the ids of the rates that purchases or batch items name. */
export const rateIdsIn = (values: readonly unknown[]): readonly string[] =>
  values.flatMap((value) => rateIdIn(value) ?? [])

/** Returns the total price of batch items: of each item its `rate_cents`, else the price of its rate; undefined if a price is unknown. */
export function sumItemPrices(rates: QuotedRates, items: readonly unknown[]): number | undefined {
  return items.reduce<number | undefined>((sum, item) => {
    if (sum === undefined || !isObject(item)) return undefined
    const cents = integerIn(item, 'rate_cents') ?? rates[rateIdIn(item) ?? '']?.cents
    return cents === undefined ? undefined : sum + cents
  }, 0)
}
