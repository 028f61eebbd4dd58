import type { Answer } from '../../http/answer.ts'
import { errorCodeOf, isSuccess, summary } from '../../http/expect.ts'
import { TransportFailure } from '../../http/failures.ts'
import type { RuleId } from '../../rule.ts'
import { collectWalletAmounts } from '../../rules/support/money/money-parts.ts'
import { openMutex } from '../waiting/semaphore.ts'
import {
  type BuyingGate,
  openUnprovenPurchases,
  type Spending,
  type SpendingClock,
  settlingMs,
  type UnprovenPurchases,
  unprovenMs,
  walletRule,
} from './spending.ts'

/** Watches the balance of the live wallet, to see whether purchases with test keys are free. */
export interface LiveWallet {
  /** Reads the wallet and compares it with the expected balance. Throws only if the run is stopped. */
  check(): Promise<WalletCheck>
  /** Returns how many cents are missing from the wallet that no live purchase explains. */
  lostCents(): number
  /** Records that a live purchase may take this much from the wallet. Returns a function to call if nothing was bought. */
  charge(cents: number): () => void
  /** Forgets the last balance, since a rule has set a new one by the control protocol. */
  forget(): void
}

interface WalletCheck {
  /** Why no rule may buy anything more; undefined if rules may. */
  readonly trouble?: string
  /** True if money was added to the wallet since the last check, which may hide earlier charges. */
  readonly isFilled?: boolean
}

interface WalletHost {
  /** Calls GET /v1/wallet with the live key. */
  ask(): Promise<Answer>
  pause(ms: number): Promise<void>
  nowMs(): number
}

/** Creates a watch of the live wallet. Its first `check` reads the wallet. */
export function openLiveWallet(host: WalletHost): LiveWallet {
  const balance = openBalance(host)
  let isBegun = false
  const startWatching = async (now: Amounts): Promise<WalletCheck> => {
    // An amount that changes between two readings without a purchase is unsuited to show charges, so it is not watched.
    const again = await readBalances(host)
    if (typeof again === 'string') return createUnreadableResult(again)
    const still = new Map([...now].filter(([place, amount]) => again.get(place) === amount))
    balance.begin(still)
    isBegun = true
    return still.size > 0
      ? {}
      : { trouble: 'every amount in the live wallet changes from one reading to the next' }
  }
  return {
    check: async () => {
      const beganMs = host.nowMs()
      const now = await readBalances(host)
      if (typeof now === 'string') return createUnreadableResult(now)
      return isBegun ? balance.compare(now, beganMs) : startWatching(now)
    },
    lostCents: balance.lostCents,
    charge: balance.charge,
    forget: () => {
      isBegun = false
    },
  }
}

type Amounts = ReadonlyMap<string, number>

/** If the wallet cannot be read, the reading is repeated every `retryMs`, up to this number of tries. */
const maxTries = 3
const retryMs = 500

/** Reads all amounts in the wallet. Resolves with a text that says why, if they cannot be read. */
async function readBalances({ ask, pause }: WalletHost): Promise<Amounts | string> {
  let trouble = ''
  for (let tried = 0; tried < maxTries; tried += 1) {
    if (tried > 0) await pause(retryMs)
    try {
      const answer = await ask()
      if (isSuccess(answer)) return collectWalletAmounts(answer.json)
      trouble = summary(answer)
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error
      trouble = error.message
    }
  }
  return trouble
}

/** The cost of a live purchase, which the wallet may not show yet. */
interface Charge {
  readonly cents: number
  readonly atMs: number
}

/** Computes the lowest balance that the wallet may show: the balance at the start, less the live purchases since then. */
interface Balance extends Pick<LiveWallet, 'lostCents' | 'charge'> {
  begin(amounts: Amounts): void
  compare(now: Amounts, atMs: number): WalletCheck
}

function openBalance({ nowMs }: Pick<WalletHost, 'nowMs'>): Balance {
  /** The amounts in the wallet when no live purchase was in progress. */
  let base: Amounts = new Map()
  let charges: readonly Charge[] = []
  /** The cents that live purchases took from the wallet and that voids have not yet refunded. */
  let refundableCents = 0
  let lostCents = 0
  const listRecentCharges = (atMs: number) => charges.filter((charge) => atMs - charge.atMs <= settlingMs)
  return {
    begin: (amounts) => {
      base = amounts
      charges = listRecentCharges(nowMs())
    },
    compare: (now, atMs) => {
      const [least, most] = findLargestChanges(base, now)
      if (least === undefined || most === undefined)
        return createUnreadableResult('it shows no amount that was there before')
      const missingCents = -least.more - sumCharges(charges)
      if (missingCents > 0) {
        lostCents = Math.max(lostCents, missingCents)
        return createMissingMoneyResult(least, missingCents)
      }
      const recent = listRecentCharges(atMs)
      const isFilled = most.more > refundableCents
      // After a recent live purchase, automatic reloading may have raised the balance; otherwise the rise is reported.
      if (isFilled && recent.length === 0) return createRisenBalanceResult(most)
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

/** An amount in the wallet, and how much it rose since the last reading. */
interface Reading {
  readonly place: string
  readonly amount: number
  readonly more: number
}

/** Returns the wallet amounts that fell most and rose most between two readings. */
function findLargestChanges(
  base: Amounts,
  now: Amounts,
): readonly [Reading | undefined, Reading | undefined] {
  const readings = [...base]
    .flatMap(([place, was]) => {
      const amount = now.get(place)
      return amount === undefined ? [] : [{ place, amount, more: amount - was }]
    })
    .sort((one, other) => one.more - other.more)
  return [readings.at(0), readings.at(-1)]
}

const sumCharges = (charges: readonly Charge[]): number => charges.reduce((sum, { cents }) => sum + cents, 0)

function createUnreadableResult(why: string): WalletCheck {
  return { trouble: `the live wallet could not be read (${why})` }
}

function createMissingMoneyResult({ place, amount }: Reading, cents: number): WalletCheck {
  return { trouble: `${place} in the live wallet is ${amount} cents, ${cents} less than it must be` }
}

function createRisenBalanceResult({ place, more }: Reading): WalletCheck {
  return {
    trouble: `${place} in the live wallet rose by ${more} cents, which may hide what was taken from it`,
  }
}

/** Sends purchases one after the other, and reads the live wallet before each. */
export interface WalletWatch {
  /**
   * Reads the wallet. If money is missing, forbids all further purchases; otherwise, earlier purchases are proved
   * free. An unreadable wallet also forbids purchases, unless the next one is live (`isPaid`).
   */
  check(options?: { readonly isPaid?: boolean }): Promise<{ readonly isFilled: boolean }>
  /** Sends a purchase with a test key, of a rate with this price. Throws NotBought or OverBudget. */
  buy(cents: number, send: () => Promise<Answer>): Promise<Answer>
  /** Sends a purchase with a live key, or of a rate quoted with a live key. Throws NotBought or OverBudget. */
  pay(cents: number, send: () => Promise<Answer>): Promise<Answer>
  /** Counts the price of a purchase that the target accepted although it had to refuse it. */
  addUnproven(cents: number): void
  /**
   * Waits until the live wallet must show a charge for the purchases of a canary (a rule that tests whether purchases
   * with test keys are free), then reads the wallet.
   */
  waitForCharges(canary: RuleId): Promise<{ readonly isFilled: boolean }>
  /** Waits until the live wallet must show a charge for the run's last purchases, then reads the wallet. */
  close(): Promise<void>
}

/** The parts of a run that the watch of the live wallet needs. */
export interface WatchHost {
  /** The live wallet; undefined without a live key. */
  readonly wallet: LiveWallet | undefined
  readonly spending: Spending
  /** True if purchases with test keys are assumed to be free, so that the wallet is not awaited. */
  readonly isTrusted: boolean
  /** True if the user set the spending limit; false if it is the default. */
  readonly isBoundAsked: boolean
  readonly signal: AbortSignal
  readonly time: SpendingClock
  /** Tells the user about a wait of at most `waitMs`. */
  announce(what: string, waitMs: number): void
}

/** Creates a watch of the live wallet that sends only purchases that `gate` allows. */
export function openWalletWatch(host: WatchHost, gate: BuyingGate): WalletWatch {
  const { spending, time, wallet } = host
  const inTurn = openMutex()
  const bought = { lastMs: Number.NEGATIVE_INFINITY }
  const check = openWalletCheck(host, { gate, unproven: () => unproven })
  const unproven = openUnprovenPurchases({
    spending,
    time,
    requireOpen: gate.requireOpen,
    wait: async (waitMs) => {
      const options = `--max-spend ${spending.maxCents}, or --trust-sandbox`
      await waitForWallet(host, `the live wallet to show that what was bought is free (${options})`, waitMs)
      await check()
    },
  })
  return {
    check,
    buy: (cents, send) =>
      inTurn(async () => {
        gate.requireOpen()
        await check()
        await unproven.waitForRoom(cents)
        const end = unproven.add(cents)
        try {
          return await send()
        } finally {
          // A refused purchase may have been charged all the same, and so may a purchase without a response.
          end()
          bought.lastMs = time.nowMs()
        }
      }),
    pay: (cents, send) =>
      inTurn(async () => {
        gate.requireOpen()
        await check({ isPaid: true })
        await unproven.waitForRoom(cents)
        const undoAll = [spending.charge(cents), wallet?.charge(cents)]
        const answer = await send()
        if (isRefusedByService(answer)) for (const undo of undoAll) undo?.()
        return answer
      }),
    addUnproven: (cents) => {
      unproven.add(cents)()
      bought.lastMs = time.nowMs()
    },
    ...openWalletWaits(host, { check, bought }),
  }
}

/** Returns true if a response says that nothing was bought: an error with a code of the service does, a gateway's error does not. */
export function isRefusedByService(answer: Answer): boolean {
  return answer.status >= 400 && errorCodeOf(answer) !== undefined
}

function openWalletCheck(
  { wallet, time }: WatchHost,
  { gate, unproven }: { readonly gate: BuyingGate; unproven(): UnprovenPurchases },
): WalletWatch['check'] {
  return async ({ isPaid = false } = {}) => {
    const readMs = time.nowMs()
    const { trouble, isFilled = false } = (await wallet?.check()) ?? {}
    const isLost = (wallet?.lostCents() ?? 0) > 0
    if (trouble !== undefined && (isLost || !isPaid)) {
      gate.end(`Nothing more is bought: ${trouble}.`, walletRule)
    }
    if (isFilled) unproven().keepAll()
    else if (trouble === undefined) unproven().release(readMs)
    return { isFilled }
  }
}

function openWalletWaits(
  host: WatchHost,
  { check, bought }: { readonly check: WalletWatch['check']; readonly bought: { readonly lastMs: number } },
): Pick<WalletWatch, 'waitForCharges' | 'close'> {
  const { wallet, isTrusted, signal, time } = host
  const computeRemainingMs = (ms: number): number => Math.max(0, bought.lastMs + ms - time.nowMs())
  return {
    waitForCharges: async (canary) => {
      await waitForWallet(
        host,
        `the live wallet to show whether what ${canary} bought is free`,
        computeRemainingMs(settlingMs),
      )
      return check()
    },
    close: async () => {
      if (wallet === undefined || bought.lastMs === Number.NEGATIVE_INFINITY || signal.aborted) return
      try {
        await check()
        const waitMs = isTrusted ? 0 : computeRemainingMs(unprovenMs)
        if (wallet.lostCents() === 0 && waitMs === 0) return
        await waitForWallet(host, 'the live wallet to show what was bought last', waitMs)
        await check()
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
  }
}

/** Tells the user about a wait for the live wallet, and waits. The rule keeps its place among the running rules. */
async function waitForWallet(
  { announce, time, signal }: WatchHost,
  what: string,
  waitMs: number,
): Promise<void> {
  announce(what, waitMs)
  await time.pause(waitMs, signal)
}
