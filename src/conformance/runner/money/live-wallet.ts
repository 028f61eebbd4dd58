import type { Answer } from '../../http/answer.ts'
import { describeAnswer, errorCodeOf, isSuccess } from '../../http/expect.ts'
import { TransportFailure } from '../../http/failures.ts'
import type { RuleId } from '../../rule.ts'
import { collectWalletAmounts } from '../../rules/support/money/money-parts.ts'
import { createMutex } from '../waiting/semaphore.ts'
import {
  type BuyingGate,
  createUnprovenPurchases,
  type Spending,
  type SpendingClock,
  settlingMs,
  type UnprovenPurchases,
  unprovenMs,
  walletRule,
} from './spending.ts'

/** Watches the balance of the live wallet, which shows whether purchases with test keys are free. */
export interface LiveWallet {
  /** Reads the wallet and compares it with the expected balance. Throws only if the run is stopped. */
  check(): Promise<WalletCheck>
  /** Returns how many cents are missing from the wallet beyond the cost of purchases with live keys. */
  lostCents(): number
  /** Records that a purchase with a live key may take this much from the wallet. Returns a function to call if nothing was bought. */
  expectCharge(cents: number): () => void
  /** Forgets the last balance, since a rule has set another one by the control protocol. */
  forgetBalance(): void
}

interface WalletCheck {
  /** Why rules may buy nothing more; left out if they may. */
  readonly trouble?: string
  /** True if the wallet gained more money than refunds can explain. This gain may hide charges. */
  readonly hasGainedMoney?: boolean
}

interface WalletHost {
  /** Calls GET /v1/wallet with the live key. */
  ask(): Promise<Answer>
  pause(ms: number): Promise<void>
  nowMs(): number
}

/** Creates a `LiveWallet`. Its first `check` reads the wallet for the first time. */
export function createLiveWalletReader(host: WalletHost): LiveWallet {
  const balance = createBalance(host)
  let isBegun = false
  const startWatching = async (now: Amounts): Promise<WalletCheck> => {
    // If an amount changes between two readings without a purchase, its changes do not show charges. Such an amount is not watched.
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
    expectCharge: balance.expectCharge,
    forgetBalance: () => {
      isBegun = false
    },
  }
}

type Amounts = ReadonlyMap<string, number>

/** How often the wallet is read if it cannot be read the first time, with `retryMs` between two tries. */
const maxTries = 3
const retryMs = 500

/** Reads all amounts in the wallet. If they cannot be read, resolves with a text that says why. */
async function readBalances({ ask, pause }: WalletHost): Promise<Amounts | string> {
  let trouble = ''
  for (let tried = 0; tried < maxTries; tried += 1) {
    if (tried > 0) await pause(retryMs)
    try {
      const answer = await ask()
      if (isSuccess(answer)) return collectWalletAmounts(answer.json)
      trouble = describeAnswer(answer)
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error
      trouble = error.message
    }
  }
  return trouble
}

/** The cost of a purchase with a live key, which the wallet may not show yet. */
interface Charge {
  readonly cents: number
  readonly atMs: number
}

/** Computes the lowest balance that the wallet may show: the balance at the start, less all purchases with live keys. */
interface Balance extends Pick<LiveWallet, 'lostCents' | 'expectCharge'> {
  begin(amounts: Amounts): void
  compare(now: Amounts, atMs: number): WalletCheck
}

function createBalance({ nowMs }: Pick<WalletHost, 'nowMs'>): Balance {
  /** The amounts in the wallet at a moment when no purchase with a live key was in progress. */
  let base: Amounts = new Map()
  let charges: readonly Charge[] = []
  /** The cents that purchases with live keys took from the wallet, without those that voids have refunded. */
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
        return createUnreadableResult('it shows none of the amounts that it showed before')
      const missingCents = -least.more - sumCharges(charges)
      if (missingCents > 0) {
        lostCents = Math.max(lostCents, missingCents)
        return createMissingMoneyResult(least, missingCents)
      }
      const recent = listRecentCharges(atMs)
      const hasGainedMoney = most.more > refundableCents
      // A rise soon after a purchase with a live key may come from the automatic reload. Any other rise is reported.
      if (hasGainedMoney && recent.length === 0) return createRisenBalanceResult(most)
      if (hasGainedMoney || recent.length === 0) {
        if (!hasGainedMoney) refundableCents -= Math.max(0, most.more)
        base = new Map([...now].filter(([place]) => base.has(place)))
        charges = recent
      }
      return { hasGainedMoney }
    },
    lostCents: () => lostCents,
    expectCharge: (cents) => {
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

/** An amount in the wallet, with its change since the last reading. */
interface Reading {
  readonly place: string
  readonly amount: number
  readonly more: number
}

/** Returns the wallet amount that fell most between two readings, and the one that rose most. */
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
   * Reads the wallet. If money is missing, forbids all further purchases; otherwise, earlier purchases are proved free.
   * An unreadable wallet also forbids purchases, unless the next purchase is with a live key (`isPaid`).
   */
  check(options?: { readonly isPaid?: boolean }): Promise<{ readonly hasGainedMoney: boolean }>
  /** Sends a purchase, with a test key, of a rate that costs `cents`. Throws NotBought or OverBudget. */
  buy(cents: number, send: () => Promise<Answer>): Promise<Answer>
  /** Sends a purchase with a live key, or of a rate that was quoted with a live key. Throws NotBought or OverBudget. */
  buyLive(cents: number, send: () => Promise<Answer>): Promise<Answer>
  /** Counts a purchase that the target accepted although it had to refuse it. Its price may be spent. */
  addUnproven(cents: number): void
  /**
   * Waits until a charge for the purchases of a canary would show in the live wallet, then reads the wallet. A canary is
   * a rule that tests whether purchases with test keys are free.
   */
  waitForCharges(canary: RuleId): Promise<{ readonly hasGainedMoney: boolean }>
  /** Waits until a charge for the run's last purchases would show in the live wallet, then reads the wallet. */
  close(): Promise<void>
}

/** The parts of a run that `WalletWatch` needs. */
export interface WatchHost {
  /** The live wallet; undefined without a live key. */
  readonly wallet: LiveWallet | undefined
  readonly spending: Spending
  /** True if purchases with test keys are assumed to be free, so that the run does not wait for the wallet to show it. */
  readonly isTrusted: boolean
  /** True if the user set the spending limit; false if it is the default. */
  readonly hasUserLimit: boolean
  readonly signal: AbortSignal
  readonly time: SpendingClock
  /** Tells the user that the run waits for at most `waitMs` milliseconds. */
  announce(what: string, waitMs: number): void
}

/** Creates a `WalletWatch`, which sends only purchases that `gate` allows. */
export function createWalletWatch(host: WatchHost, gate: BuyingGate): WalletWatch {
  const { spending, time, wallet } = host
  const inTurn = createMutex()
  const bought = { lastMs: Number.NEGATIVE_INFINITY }
  const check = createWalletCheck(host, { gate, unproven: () => unproven })
  const unproven = createUnprovenPurchases({
    spending,
    time,
    requireBuyingAllowed: gate.requireBuyingAllowed,
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
        gate.requireBuyingAllowed()
        await check()
        await unproven.waitForRoom(cents)
        const end = unproven.add(cents)
        try {
          return await send()
        } finally {
          // The target may have charged the wallet even if it refused the purchase or sent no response.
          end()
          bought.lastMs = time.nowMs()
        }
      }),
    buyLive: (cents, send) =>
      inTurn(async () => {
        gate.requireBuyingAllowed()
        await check({ isPaid: true })
        await unproven.waitForRoom(cents)
        const undoAll = [spending.countLivePurchase(cents), wallet?.expectCharge(cents)]
        const answer = await send()
        if (isRefusedByService(answer)) for (const undo of undoAll) undo?.()
        return answer
      }),
    addUnproven: (cents) => {
      unproven.add(cents)()
      bought.lastMs = time.nowMs()
    },
    ...createWalletWaits(host, { check, bought }),
  }
}

/** Returns true if the service itself refused a purchase, with an `error.code`. After a gateway's error, something may have been bought. */
export function isRefusedByService(answer: Answer): boolean {
  return answer.status >= 400 && errorCodeOf(answer) !== undefined
}

function createWalletCheck(
  { wallet, time }: WatchHost,
  { gate, unproven }: { readonly gate: BuyingGate; unproven(): UnprovenPurchases },
): WalletWatch['check'] {
  return async ({ isPaid = false } = {}) => {
    const readMs = time.nowMs()
    const { trouble, hasGainedMoney = false } = (await wallet?.check()) ?? {}
    const isLost = (wallet?.lostCents() ?? 0) > 0
    if (trouble !== undefined && (isLost || !isPaid)) {
      gate.forbid(`Nothing more is bought: ${trouble}.`, walletRule)
    }
    if (hasGainedMoney) unproven().countAllAsSpent()
    else if (trouble === undefined) unproven().releaseProven(readMs)
    return { hasGainedMoney }
  }
}

function createWalletWaits(
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

/** Tells the user about a wait for the live wallet, and waits. The waiting rule keeps its semaphore slot. */
async function waitForWallet(
  { announce, time, signal }: WatchHost,
  what: string,
  waitMs: number,
): Promise<void> {
  announce(what, waitMs)
  await time.pause(waitMs, signal)
}
