import type { Answer } from '../http/answer.ts'
import { errorCodeOf, isSuccess, summary } from '../http/expect.ts'
import { TransportFailure } from '../http/failures.ts'
import type { RuleId } from '../rule.ts'
import { amountsIn } from '../rules/support/money-parts.ts'
import { openTurns } from './semaphore.ts'
import {
  atStakeMs,
  type BuyingGate,
  type MoneyTime,
  openStakes,
  type Spending,
  type Stakes,
  settlingMs,
  walletRule,
} from './spending.ts'

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

/** Sends purchases one after the other, and reads the live wallet before each. One for a run. */
export interface WalletWatch {
  /**
   * Reads the wallet. If money is missing, all buying ends; if not, earlier purchases are shown to be free. An unreadable
   * wallet ends buying, too, unless the purchase is a live one (`isPaid`).
   */
  look(options?: { readonly isPaid?: boolean }): Promise<{ readonly isFilled: boolean }>
  /** Sends a purchase of a test key at this price. Throws NotBought or OverBudget. */
  buy(cents: number, send: () => Promise<Answer>): Promise<Answer>
  /** Sends a purchase with a live key, or of a rate that was quoted for one. Throws NotBought or OverBudget. */
  pay(cents: number, send: () => Promise<Answer>): Promise<Answer>
  /** Counts a purchase that was accepted although it had to be refused. */
  note(cents: number): void
  /** Waits until the wallet surely shows the purchases of a canary, and reads it. */
  settle(canary: RuleId): Promise<{ readonly isFilled: boolean }>
  /** Waits until the wallet surely shows the last purchases, and reads it. */
  close(): Promise<void>
}

/** What the watch needs of a run. */
export interface WatchHost {
  /** The live wallet; undefined without a live key. */
  readonly wallet: LiveWallet | undefined
  readonly spending: Spending
  /** Whether purchases with test keys are taken to be free, without a wait. */
  readonly isTrusted: boolean
  /** Whether the most that the run may cost was asked for, and not only taken. */
  readonly isBoundAsked: boolean
  readonly signal: AbortSignal
  readonly time: MoneyTime
  /** Shows a wait of at most so many milliseconds. */
  say(what: string, waitMs: number): void
}

/** Opens the watch. Purchases are sent only as the gate allows. */
export function openWalletWatch(host: WatchHost, gate: BuyingGate): WalletWatch {
  const { spending, time, wallet } = host
  const inTurn = openTurns()
  const bought = { lastMs: Number.NEGATIVE_INFINITY }
  const look = openLook(host, { gate, stakes: () => stakes })
  const stakes = openStakes({
    spending,
    time,
    check: gate.check,
    wait: async (waitMs) => {
      const options = `--max-spend ${spending.mostCents}, or --trust-sandbox`
      await pass(host, `the live wallet to show that what was bought is free (${options})`, waitMs)
      await look()
    },
  })
  return {
    look,
    buy: (cents, send) =>
      inTurn(async () => {
        gate.check()
        await look()
        await stakes.makeRoom(cents)
        const over = stakes.add(cents)
        try {
          return await send()
        } finally {
          // A refused purchase may have been charged, and so may one without an answer.
          over()
          bought.lastMs = time.nowMs()
        }
      }),
    pay: (cents, send) =>
      inTurn(async () => {
        gate.check()
        await look({ isPaid: true })
        await stakes.makeRoom(cents)
        const takeBack = [spending.charge(cents), wallet?.charge(cents)]
        const answer = await send()
        if (isRefused(answer)) for (const undo of takeBack) undo?.()
        return answer
      }),
    note: (cents) => {
      stakes.add(cents)()
      bought.lastMs = time.nowMs()
    },
    ...openWaiting(host, { look, bought }),
  }
}

/** Whether an answer says that nothing was bought. Only an error of the service does; one of a gateway says nothing. */
export function isRefused(answer: Answer): boolean {
  return answer.status >= 400 && errorCodeOf(answer) !== undefined
}

function openLook(
  { wallet, time }: WatchHost,
  { gate, stakes }: { readonly gate: BuyingGate; stakes(): Stakes },
): WalletWatch['look'] {
  return async ({ isPaid = false } = {}) => {
    const askedMs = time.nowMs()
    const { trouble, isFilled = false } = (await wallet?.look()) ?? {}
    const isLost = (wallet?.lostCents() ?? 0) > 0
    if (trouble !== undefined && (isLost || !isPaid)) {
      gate.end(`Nothing more is bought: ${trouble}.`, walletRule)
    }
    if (isFilled) stakes().keep()
    else if (trouble === undefined) stakes().free(askedMs)
    return { isFilled }
  }
}

function openWaiting(
  host: WatchHost,
  { look, bought }: { readonly look: WalletWatch['look']; readonly bought: { readonly lastMs: number } },
): Pick<WalletWatch, 'settle' | 'close'> {
  const { wallet, isTrusted, signal, time } = host
  const leftMs = (ms: number): number => Math.max(0, bought.lastMs + ms - time.nowMs())
  return {
    settle: async (canary) => {
      await pass(host, `the live wallet to show whether what ${canary} bought is free`, leftMs(settlingMs))
      return look()
    },
    close: async () => {
      if (wallet === undefined || bought.lastMs === Number.NEGATIVE_INFINITY || signal.aborted) return
      try {
        await look()
        const waitMs = isTrusted ? 0 : leftMs(atStakeMs)
        if (wallet.lostCents() === 0 && waitMs === 0) return
        await pass(host, 'the live wallet to show what was bought last', waitMs)
        await look()
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
  }
}

/** Waits in real time without giving up the slot, as other rules wait for the same. */
async function pass({ say, time, signal }: WatchHost, what: string, waitMs: number): Promise<void> {
  say(what, waitMs)
  await time.pause(waitMs, signal)
}
