import { amountsIn } from '../rules/support/money-parts.ts'
import type { Answer } from '../wire/answer.ts'
import { isSuccess, summary } from '../wire/expect.ts'
import { TransportFailure } from '../wire/failures.ts'
import { settlingMs } from './money-time.ts'

/** What the live wallet of a run shows: whether what test keys buy there is free. One for a run. */
export interface LiveWallet {
  /** Reads it. Never throws but for a run that was stopped. */
  look(): Promise<Look>
  /** How many cents were found missing that no live purchase explains. */
  lostCents(): number
  /** A live purchase may take so much from here on; gives what takes that back. */
  charge(cents: number): () => void
  /** Somebody has changed it with our leave: what it held before says nothing. */
  forget(): void
}

interface Look {
  /** Why nothing more may be bought, if there is a reason. */
  readonly trouble?: string
  /** Somebody has filled it: what was bought before may be hidden in that. */
  readonly isFilled?: boolean
}

interface WalletHost {
  /** GET /v1/wallet with the live key. */
  ask(): Promise<Answer>
  pause(ms: number): Promise<void>
  nowMs(): number
}

export function openLiveWallet(host: WalletHost): LiveWallet {
  const balance = openBalance(host)
  let isBegun = false
  const begin = async (now: Amounts): Promise<Look> => {
    // What differs between two readings in a row says nothing of purchases.
    const again = await read(host)
    if (typeof again === 'string') return unreadable(again)
    const still = new Map([...now].filter(([place, amount]) => again.get(place) === amount))
    balance.begin(still)
    isBegun = true
    return still.size > 0 ? {} : { trouble: 'no amount in the live wallet stays as it is' }
  }
  return {
    look: async () => {
      const beganMs = host.nowMs()
      const now = await read(host)
      if (typeof now === 'string') return unreadable(now)
      return isBegun ? balance.judge(now, beganMs) : begin(now)
    },
    lostCents: balance.lostCents,
    charge: balance.charge,
    forget: () => {
      isBegun = false
    },
  }
}

type Amounts = ReadonlyMap<string, number>

/** A reading that was lost is asked for again. */
const tries = 3
const againMs = 500

/** What it shows, or why that is not known. */
async function read({ ask, pause }: WalletHost): Promise<Amounts | string> {
  let trouble = ''
  for (let tried = 0; tried < tries; tried += 1) {
    if (tried > 0) await pause(againMs)
    try {
      const answer = await ask()
      if (isSuccess(answer)) return amountsIn(answer.json)
      trouble = summary(answer)
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error
      trouble = error.message
    }
  }
  return trouble
}

/** A live purchase, whose charge may not show yet. */
interface Charge {
  readonly cents: number
  readonly atMs: number
}

/** What the wallet must hold at least, by what it held and what was paid for since. */
interface Balance extends Pick<LiveWallet, 'lostCents' | 'charge'> {
  begin(amounts: Amounts): void
  judge(now: Amounts, atMs: number): Look
}

function openBalance({ nowMs }: Pick<WalletHost, 'nowMs'>): Balance {
  /** What it held when no live charge was under way, and the live purchases since then. */
  let base: Amounts = new Map()
  let charges: readonly Charge[] = []
  /** What they took in all, and voids have not given back. */
  let refundableCents = 0
  let lostCents = 0
  const recentAt = (atMs: number) => charges.filter((charge) => atMs - charge.atMs <= settlingMs)
  return {
    begin: (amounts) => {
      base = amounts
      charges = recentAt(nowMs())
    },
    judge: (now, atMs) => {
      const [least, most] = extremesOf(base, now)
      if (least === undefined || most === undefined) return unreadable('it shows no amount any more')
      const missingCents = -least.more - sumOf(charges)
      if (missingCents > 0) {
        lostCents = Math.max(lostCents, missingCents)
        return missing(least, missingCents)
      }
      const recent = recentAt(atMs)
      const isFilled = most.more > refundableCents
      // A live purchase may have been what made it reload.
      if (isFilled && recent.length === 0) return risen(most)
      if (isFilled || recent.length === 0) {
        if (!isFilled) refundableCents -= Math.max(0, most.more)
        base = new Map([...now].filter(([place]) => base.has(place)))
        charges = recent
      }
      return { isFilled }
    },
    lostCents: () => lostCents,
    charge: (cents) => {
      const charge = { cents, atMs: nowMs() }
      charges = [...charges, charge]
      refundableCents += cents
      return () => {
        charges = charges.filter((each) => each !== charge)
        refundableCents -= cents
      }
    },
  }
}

/** One amount, and how much more it is than it was. */
interface Reading {
  readonly place: string
  readonly amount: number
  readonly more: number
}

/** What has lost most, and what has gained most. */
function extremesOf(base: Amounts, now: Amounts): readonly [Reading | undefined, Reading | undefined] {
  const readings = [...base]
    .flatMap(([place, was]) => {
      const amount = now.get(place)
      return amount === undefined ? [] : [{ place, amount, more: amount - was }]
    })
    .sort((one, other) => one.more - other.more)
  return [readings.at(0), readings.at(-1)]
}

const sumOf = (charges: readonly Charge[]): number => charges.reduce((sum, { cents }) => sum + cents, 0)

function unreadable(why: string): Look {
  return { trouble: `the live wallet could not be read (${why})` }
}

function missing({ place, amount }: Reading, cents: number): Look {
  return { trouble: `${place} in the live wallet is ${amount} cents, ${cents} less than it must be` }
}

function risen({ place, more }: Reading): Look {
  return {
    trouble: `${place} in the live wallet rose by ${more} cents, which may hide what was taken from it`,
  }
}
