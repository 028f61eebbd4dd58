import type { RuleId } from '../rule.ts'
import type { Answer } from '../wire/answer.ts'
import { errorCodeOf } from '../wire/expect.ts'
import { type BuyingGate, walletRule } from './buying-gate.ts'
import type { LiveWallet } from './live-wallet.ts'
import { atStakeMs, type MoneyTime, settlingMs } from './money-time.ts'
import type { Spending } from './spending.ts'
import { openStakes, type Stakes } from './stakes.ts'
import { openTurns } from './turns.ts'

/** Buys one thing after the other, and looks into the live wallet before each. One for a run. */
export interface WalletWatch {
  /**
   * Asks the wallet: that ends all buying, or frees what was bought long enough before. What is paid for does not need a
   * wallet that can be read, only one from which nothing is missing.
   */
  look(options?: { readonly isPaid?: boolean }): Promise<{ readonly isFilled: boolean }>
  /** A purchase of a test key, at stake at this price. Throws NotBought and OverBudget. */
  buy(cents: number, send: () => Promise<Answer>): Promise<Answer>
  /** One of a live key, or at a price that was quoted to it. Throws NotBought and OverBudget. */
  pay(cents: number, send: () => Promise<Answer>): Promise<Answer>
  /** Something was bought that nobody meant to buy. */
  note(cents: number): void
  /** Waits until the wallet is sure to show what a canary has bought. */
  settle(canary: RuleId): Promise<{ readonly isFilled: boolean }>
  /** Waits until it shows what was bought last. */
  close(): Promise<void>
}

export interface WatchHost {
  /** Undefined where no live key was given. */
  readonly wallet: LiveWallet | undefined
  readonly spending: Spending
  /** Test labels are taken to be free: nothing is waited for. */
  readonly isTrusted: boolean
  readonly signal: AbortSignal
  readonly time: MoneyTime
  /** Somebody waits for so long at most. */
  say(what: string, waitMs: number): void
}

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
          // Whatever came of it: a refusal may have been charged, and so may what was never answered.
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

/** Only an error of the service's own says that nothing was bought: a gateway knows nothing of it. */
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

/** Waits, and keeps its slot: others wait for the same, and none could give one back. */
async function pass({ say, time, signal }: WatchHost, what: string, waitMs: number): Promise<void> {
  say(what, waitMs)
  await time.pause(waitMs, signal)
}
