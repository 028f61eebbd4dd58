import type { RealTime } from '../../../src/simulator/time/clock.ts'

interface Timer {
  readonly dueMs: number
  readonly callback: () => void
}

/** A machine's clock for tests, which moves forwards or backwards only when a test moves it. */
export class TestTime implements RealTime {
  #nowMs: number
  readonly #timers = new Set<Timer>()
  /** The delays of timers so far, in milliseconds. */
  readonly delays: number[] = []
  pauses = 0

  constructor(nowMs: number) {
    this.#nowMs = nowMs
  }

  now(): number {
    return this.#nowMs
  }

  setTimer(callback: () => void, delayMs: number): () => void {
    const timer = { dueMs: this.#nowMs + delayMs, callback }
    this.#timers.add(timer)
    this.delays.push(delayMs)
    return () => this.#timers.delete(timer)
  }

  pause(): Promise<void> {
    this.pauses += 1
    return Promise.resolve()
  }

  get timersSet(): number {
    return this.#timers.size
  }

  /** Lets real time pass. Timers that become due in this time call back, in order. */
  pass(spanMs: number): void {
    const untilMs = this.#nowMs + spanMs
    for (let next = this.#nextDue(untilMs); next !== undefined; next = this.#nextDue(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.dueMs)
      this.#timers.delete(next)
      next.callback()
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs)
  }

  /** Sets the machine's clock. Timers still wait as long as before. */
  setClock(nowMs: number): void {
    const shiftMs = nowMs - this.#nowMs
    this.#nowMs = nowMs
    const waiting = [...this.#timers]
    this.#timers.clear()
    for (const { dueMs, callback } of waiting) this.#timers.add({ dueMs: dueMs + shiftMs, callback })
  }

  #nextDue(untilMs: number): Timer | undefined {
    return [...this.#timers].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0]
  }
}
