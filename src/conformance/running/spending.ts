import type { Answer } from '../wire/answer.ts'
import { expectList, expectResource, isSuccess } from '../wire/expect.ts'
import { RuleBroken } from '../wire/failures.ts'
import { isObject } from '../wire/fields.ts'

/** What a run may cost in the worst case, on an account that is somebody's own: never more than was allowed. */
export interface Spending {
  /** Charged to the live wallet so far in cents, and what may have been: a purchase whose answer was lost counts. */
  spentCents(): number
  /** What may be lost in all. */
  readonly mostCents: number
  /** What would be lost at worst by now: what was charged, and what test keys bought and is not yet proven free. */
  atStakeCents(): number
  /** Remembers what each rate costs that was quoted for the live wallet, whichever rule asked for it. */
  learnPrices(quote: Answer): void
  /** What a purchase costs, where it is of a rate that was quoted for the live wallet. */
  priceOf(body: unknown): number | undefined
  /** A live purchase is about to be made at this price. Gives what takes it back, where nothing was bought. */
  charge(cents: number): () => void
  /** A test key is about to buy something at this price: at stake until it is proven free. Gives what takes it back. */
  stake(cents: number): () => void
}

export function openSpending(mostCents: number): Spending {
  const prices = new Map<string, number>()
  let spentCents = 0
  let stakedCents = 0
  const priceOf = (body: unknown): number | undefined => {
    const rateId = isObject(body) ? body['rate_id'] : undefined
    return typeof rateId === 'string' ? prices.get(rateId) : undefined
  }
  return {
    mostCents,
    spentCents: () => spentCents,
    atStakeCents: () => spentCents + stakedCents,
    learnPrices: (quote) => {
      for (const { id, rate_cents } of quotedIn(quote)) {
        if (typeof id === 'string' && typeof rate_cents === 'number') prices.set(id, rate_cents)
      }
    },
    priceOf,
    charge: (cents) => {
      spentCents += cents
      return () => {
        spentCents -= cents
      }
    },
    stake: (cents) => {
      stakedCents += cents
      return () => {
        stakedCents -= cents
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
