import { pause } from '../http/pause.ts'

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
