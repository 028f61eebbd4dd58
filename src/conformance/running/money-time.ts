import { pause } from '../wire/pause.ts'

/** Time as money has it: since when something is bought, and how long the live wallet is waited for. */
export interface MoneyTime {
  nowMs(): number
  /** Rejects as soon as the run is stopped. */
  pause(waitMs: number, signal: AbortSignal): Promise<void>
}

export const realMoneyTime: MoneyTime = { nowMs: () => performance.now(), pause }

/** The latest charge that was ever met took half as long to show: what proves purchases to be free waits for it. */
export const settlingMs = 8_000
/** What was bought after that is at stake for a little longer than the latest charge took. */
export const atStakeMs = 5_000
