import type { RealTime } from './clock.ts'

/**
 * Real time for the accounts. If the machine's clock is set back, the steady time continues from where it was, so that
 * no account's time runs backwards.
 */
export class SteadyTime implements RealTime {
  readonly #machine: RealTime
  #aheadMs = 0
  #latestMs = Number.NEGATIVE_INFINITY

  constructor(machine: RealTime) {
    this.#machine = machine
  }

  now(): number {
    const nowMs = this.#machine.now() + this.#aheadMs
    if (nowMs >= this.#latestMs) this.#latestMs = nowMs
    else this.#aheadMs += this.#latestMs - nowMs
    return this.#latestMs
  }

  /** Makes time continue from at least `instantMs`, which an earlier process has reached. */
  continueFrom(instantMs: number): void {
    this.#latestMs = Math.max(this.#latestMs, instantMs)
  }

  setTimer(callback: () => void, delayMs: number): () => void {
    return this.#machine.setTimer(callback, delayMs)
  }

  pause(): Promise<void> {
    return this.#machine.pause()
  }
}
