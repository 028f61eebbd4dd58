import type { Answer } from '../http/answer.ts'
import { expectList, expectResource, isSuccess } from '../http/expect.ts'
import { OverBudget, RuleBroken } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'
import { pause } from '../http/pause.ts'
import type { Leftover } from '../report/report.ts'
import type { RuleId } from '../rule.ts'

/** The time by which purchases are dated and the live wallet is waited for. Tests have one of their own. */
export interface MoneyTime {
  nowMs(): number
  /** Waits. Rejects as soon as the run is stopped. */
  pause(waitMs: number, signal: AbortSignal): Promise<void>
}

/** Real time. */
export const realMoneyTime: MoneyTime = { nowMs: () => performance.now(), pause }

/** How long a charge may take to show in the wallet, in milliseconds: twice the longest time ever seen. Canaries wait for it. */
export const settlingMs = 8_000
/** How long a later purchase counts as at stake, in milliseconds: a little longer than the longest time ever seen. */
export const atStakeMs = 5_000

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

/** A purchase is refused, since nothing may be bought any more. It is no verdict on the rule that wants to buy. */
export class NotBought extends Error {
  override readonly name = 'NotBought'
  /** The rule that showed why. */
  readonly because: RuleId

  constructor(reason: string, because: RuleId) {
    super(reason)
    this.because = because
  }
}

/** The rule that purchases with test keys take nothing from the live wallet. */
export const walletRule: RuleId = 'SAND-008'

/** What a request buys, and its price. */
export interface Bought {
  readonly kind: 'buyLabel' | 'createBatch' | 'buyBatch'
  readonly cents: number
}

/** Says what may be bought. There is one for a run, and only in an account that is not made for the run. */
export interface BuyingGate {
  /** Ends all buying, for a reason that a rule has shown. */
  end(reason: string, because: RuleId): void
  /** Ends the buying of batches only. */
  endBatches(reason: string, because: RuleId): void
  /** Why buying has ended; undefined if it has not. */
  whyEnded(): string | undefined
  /** Throws NotBought if buying has ended. */
  check(): void
  /** Throws NotBought if a test key may not buy this. */
  checkTest(bought: Bought, buyer: Buyer): void
  /** Notes that a test key is about to buy something of this kind. */
  tries(kind: Bought['kind']): void
  /** Notes that purchases of every kind tried so far have proved to be free. */
  prove(): void
  isProved(kind: Bought['kind']): boolean
}

/** The rule that wants to buy. A canary may buy before purchases have proved to be free. */
export interface Buyer {
  readonly id: RuleId
  readonly canary?: true
}

/** Opens a gate. With `isTrusted`, purchases with test keys are taken to be free. */
export function openBuyingGate({ isTrusted }: { readonly isTrusted: boolean }): BuyingGate {
  const tried = new Set<Bought['kind']>()
  const proved = new Set<Bought['kind']>()
  let ended: NotBought | undefined
  let batchesEnded: NotBought | undefined
  const check = (): void => {
    if (ended !== undefined) throw ended
  }
  const isProved: BuyingGate['isProved'] = (kind) => isTrusted || proved.has(kind)
  return {
    end: (reason, because) => {
      ended ??= new NotBought(reason, because)
    },
    endBatches: (reason, because) => {
      batchesEnded ??= new NotBought(reason, because)
    },
    whyEnded: () => ended?.message,
    check,
    checkTest: ({ kind }, { canary }) => {
      check()
      if (batchesEnded !== undefined && kind !== 'buyLabel') throw batchesEnded
      if (isProved(kind) || canary === true) return
      throw new NotBought('Not bought, since no purchase has proved to be free before.', walletRule)
    },
    tries: (kind) => tried.add(kind),
    prove: () => {
      for (const kind of tried) proved.add(kind)
    },
    isProved,
  }
}

/** The purchases of test keys that the live wallet has not yet shown to be free. One for a run. */
export interface Stakes {
  /** Waits until a purchase of so many cents stays within the bound. Throws OverBudget if it never can. */
  makeRoom(cents: number): Promise<void>
  /** Adds a purchase that is about to be sent. Call the result when it has ended. */
  add(cents: number): () => void
  /** Notes that nothing was missing when the wallet was read at this time. */
  free(askedMs: number): void
  /** Keeps the purchases so far at stake for good, as the wallet can no longer show whether they are free. */
  keep(): void
}

interface Stake {
  readonly cents: number
  /** When its answer came; undefined before that. */
  boughtMs: number | undefined
  release(): void
}

/** Opens the stakes of a run, of which there are none yet. */
export function openStakes(host: {
  readonly spending: Spending
  readonly time: MoneyTime
  /** Throws NotBought if buying has ended. */
  check(): void
  /** Waits, and reads the wallet then. */
  wait(waitMs: number): Promise<void>
}): Stakes {
  const { spending, time, check, wait } = host
  const { mostCents } = spending
  let stakes: readonly Stake[] = []
  return {
    makeRoom: async (cents) => {
      for (;;) {
        check()
        if (spending.atStakeCents() + cents <= mostCents) return
        const releasedCents = stakes.reduce((sum, stake) => sum + stake.cents, 0)
        if (spending.atStakeCents() - releasedCents + cents > mostCents) {
          throw new OverBudget(`what costs ${cents} cents could go beyond --max-spend ${mostCents}`)
        }
        const [oldest] = stakes
        const freeMs = (oldest?.boughtMs ?? time.nowMs()) + atStakeMs
        await wait(Math.max(0, freeMs - time.nowMs()))
      }
    },
    add: (cents) => {
      const stake: Stake = { cents, boughtMs: undefined, release: spending.stake(cents) }
      stakes = [...stakes, stake]
      return () => {
        stake.boughtMs = time.nowMs()
      }
    },
    free: (askedMs) => {
      const isFree = ({ boughtMs }: Stake): boolean =>
        boughtMs !== undefined && boughtMs + atStakeMs <= askedMs
      for (const stake of stakes.filter(isFree)) stake.release()
      stakes = stakes.filter((stake) => !isFree(stake))
    },
    keep: () => {
      stakes = stakes.filter(({ boughtMs }) => boughtMs === undefined)
    },
  }
}
