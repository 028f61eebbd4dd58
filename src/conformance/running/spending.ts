import type { Answer } from '../wire/answer.ts'
import { expectList, expectResource, isSuccess } from '../wire/expect.ts'
import { OverBudget, RuleBroken } from '../wire/failures.ts'
import { isObject } from '../wire/fields.ts'

/** What a run spends from a live wallet that is somebody's own: never more than was allowed. One for a run. */
export interface Spending {
  /** Charged so far in cents, and what may have been: a purchase whose answer was lost counts. */
  spentCents(): number
  /** Remembers what each rate costs, whichever rule asked for it. */
  learnPrices(quote: Answer): void
  /** Whether a purchase is of a rate that was quoted for the live wallet. */
  knows(body: unknown): boolean
  /**
   * Sets a purchase's price aside before it is made; gives what takes it back where nothing was bought. Throws
   * OverBudget where the price is unknown or goes beyond what may be spent.
   */
  reserve(body: unknown): () => void
}

export function openSpending(maxSpendCents: number): Spending {
  const prices = new Map<string, number>()
  let spentCents = 0
  const priceOf = (body: unknown): number | undefined => {
    const rateId = isObject(body) ? body['rate_id'] : undefined
    return typeof rateId === 'string' ? prices.get(rateId) : undefined
  }
  return {
    spentCents: () => spentCents,
    learnPrices: (quote) => {
      for (const { id, rate_cents } of quotedIn(quote)) {
        if (typeof id === 'string' && typeof rate_cents === 'number') prices.set(id, rate_cents)
      }
    },
    knows: (body) => priceOf(body) !== undefined,
    reserve: (body) => {
      const price = priceOf(body)
      if (price === undefined) throw new OverBudget('a label whose price is not known could cost anything')
      if (spentCents + price > maxSpendCents) {
        throw new OverBudget(`a label for ${price} cents would go beyond --max-spend ${maxSpendCents}`)
      }
      spentCents += price
      return () => {
        spentCents -= price
      }
    },
  }
}

/** The rates in an answer, as far as they can be read. */
export function quotedIn(quote: Answer): readonly { readonly id?: unknown; readonly rate_cents?: unknown }[] {
  return (readable(() => expectList(quote, 'rates')) ?? []).filter(isObject)
}

/** The id of what an answer says was made; undefined where none can be read. */
export function madeId(answer: Answer, name: string): string | undefined {
  if (!isSuccess(answer)) return undefined
  const id = readable(() => expectResource(answer, name))?.raw('id')
  return typeof id === 'string' ? id : undefined
}

/** What an answer holds, if it can be read: that it cannot is a matter for rules. */
function readable<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RuleBroken) return undefined
    throw error
  }
}
