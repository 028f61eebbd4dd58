import type { Answer } from '../http/answer.ts'
import { errorCodeOf } from '../http/expect.ts'
import type { RuleId } from '../rule.ts'
import { type BuyingGate, walletRule } from './buying-gate.ts'
import type { LiveWallet } from './live-wallet.ts'
import { atStakeMs, type MoneyTime, settlingMs } from './money-time.ts'
import type { Spending } from './spending.ts'
import { openStakes, type Stakes } from './stakes.ts'
import { openTurns } from './turns.ts'

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
