import type { Answer } from '../http/answer.ts'
import { isSuccess, summary } from '../http/expect.ts'
import { TransportFailure } from '../http/failures.ts'
import { amountsIn } from '../rules/support/money-parts.ts'
import { settlingMs } from './money-time.ts'

/** Watches the live wallet, to see whether purchases with test keys are free. One for a run. */
export interface LiveWallet {
  /** Reads the wallet. Throws only if the run is stopped. */
  look(): Promise<Look>
  /** How many cents are missing that no live purchase explains. */
  lostCents(): number
  /** Notes that a live purchase may take so much from now on. Call the result if nothing was bought. */
  charge(cents: number): () => void
  /** Forgets what the wallet held, since a rule has set it by the control protocol. */
  forget(): void
}

interface Look {
  /** Why nothing more may be bought; undefined if there is no reason. */
  readonly trouble?: string
  /** Whether the wallet was filled meanwhile, which may hide earlier charges. */
  readonly isFilled?: boolean
}

interface WalletHost {
  /** Calls GET /v1/wallet with the live key. */
  ask(): Promise<Answer>
  pause(ms: number): Promise<void>
  nowMs(): number
}

/** Opens the watch of the live wallet. It is first read by `look`. */
export function openLiveWallet(host: WalletHost): LiveWallet {
  const balance = openBalance(host)
  let isBegun = false
  const begin = async (now: Amounts): Promise<Look> => {
    // An amount that differs between two readings in a row says nothing of purchases, so it is not watched.
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

/** How often a reading is tried if it fails, and how long after each other. */
const tries = 3
const againMs = 500

/** The amounts that the wallet shows, or a text that says why they are not known. */
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

/** A live purchase. Its charge may not show in the wallet yet. */
interface Charge {
  readonly cents: number
  readonly atMs: number
}

/** Knows how much the wallet must hold at least: what it held, less the live purchases since then. */
interface Balance extends Pick<LiveWallet, 'lostCents' | 'charge'> {
  begin(amounts: Amounts): void
  judge(now: Amounts, atMs: number): Look
}

function openBalance({ nowMs }: Pick<WalletHost, 'nowMs'>): Balance {
  /** The amounts at a time without live charges in progress, and the live purchases since then. */
  let base: Amounts = new Map()
  let charges: readonly Charge[] = []
  /** What all live purchases took and voids have not yet refunded, in cents. */
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
      // After a recent live purchase, the rise may come from automatic reloading.
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

/** An amount of the wallet, and by how much it has risen. */
interface Reading {
  readonly place: string
  readonly amount: number
  readonly more: number
}

/** The amounts that have fallen most and risen most. */
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
