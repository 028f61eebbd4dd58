import type { RealTime } from './clock.ts'

/**
 * The machine's time as accounts go by it. Somebody may set the machine's clock back; this one then goes on from where it
 * was, so that no account's time ever runs backwards.
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

  /** An instant that has been, as a file tells it that an earlier process wrote. */
  goOnFrom(instantMs: number): void {
    this.#latestMs = Math.max(this.#latestMs, instantMs)
  }

  setTimer(callback: () => void, delayMs: number): () => void {
    return this.#machine.setTimer(callback, delayMs)
  }

  pause(): Promise<void> {
    return this.#machine.pause()
  }
}
