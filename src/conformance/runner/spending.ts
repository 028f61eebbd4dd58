import type { Answer } from '../http/answer.ts'
import { expectList, expectResource, isSuccess } from '../http/expect.ts'
import { RuleBroken } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'
import type { Leftover } from '../report/report.ts'

/** Counts what a run may cost at worst, in an account that is not made for it. All amounts are in cents. */
export interface Spending {
  /** What the live wallet was charged so far. A purchase whose answer was lost counts as charged. */
  spentCents(): number
  /** The most that the run may cost. */
  readonly mostCents: number
  /** What the run may have cost by now: the charges, and purchases of test keys that are not yet shown to be free. */
  atStakeCents(): number
  /** Remembers the prices of rates that were quoted with a live key. */
  learnPrices(quote: Answer): void
  /** The price of a purchase; undefined unless its rate was quoted with a live key. */
  priceOf(body: unknown): number | undefined
  /** Counts a live purchase that is about to be sent. Call the result if nothing was bought. */
  charge(cents: number): () => void
  /** Counts a purchase of a test key that is about to be sent. Call the result when it is shown to be free. */
  stake(cents: number): () => void
}

/** Opens the count of a run that may cost so much. */
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

/** The rates in an answer; none if they cannot be read. */
export function quotedIn(quote: Answer): readonly { readonly id?: unknown; readonly rate_cents?: unknown }[] {
  return (readable(() => expectList(quote, 'rates')) ?? []).filter(isObject)
}

/** The id of the resource that an answer says was made; undefined if there is none that can be read. */
export function madeId(answer: Answer, name: string): string | undefined {
  if (!isSuccess(answer)) return undefined
  const id = readable(() => expectResource(answer, name))?.raw('id')
  return typeof id === 'string' ? id : undefined
}

const madeBy = new Map<string | null, 'label' | 'tracker' | 'batch'>([
  ['buyLabel', 'label'],
  ['registerTracker', 'tracker'],
  ['createBatch', 'batch'],
])

/** The label, tracker or batch that an answer says was made; undefined if it made none. */
export function madeIn(answer: Answer): Pick<Leftover, 'kind' | 'id'> | undefined {
  const kind = madeBy.get(answer.operation)
  const id = kind === undefined ? undefined : madeId(answer, kind)
  return kind === undefined || id === undefined ? undefined : { kind, id }
}

/** The value that `read` reads; undefined if the answer is not as documented, which rules judge elsewhere. */
function readable<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RuleBroken) return undefined
    throw error
  }
}
