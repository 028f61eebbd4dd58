import type { Cell } from './cell.ts'
import type { ClockRecord } from './records.ts'
import { latestInstantMs } from './timestamp.ts'

/** The machine's own time: the one place the simulator meets it. Tests hand in another. */
export interface RealTime {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once after a delay of any length; the returned function calls it off. */
  setTimer(callback: () => void, delayMs: number): () => void
  /** Resolves after other waiting work has had its turn. */
  pause(): Promise<void>
}

/** Node fires a longer timeout at once, so longer waits are made of pieces. */
const longestTimeoutMs = 2 ** 31 - 1

export const systemTime: RealTime = {
  now: () => Date.now(),
  setTimer: startTimer,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
}

function startTimer(callback: () => void, delayMs: number): () => void {
  let timer: NodeJS.Timeout
  const wait = (leftMs: number): void => {
    const pieceMs = Math.min(leftMs, longestTimeoutMs)
    timer = setTimeout(() => (leftMs > pieceMs ? wait(leftMs - pieceMs) : callback()), pieceMs)
    // A waiting retry must not keep a finished test run alive.
    timer.unref()
  }
  wait(Math.max(0, delayMs))
  return () => clearTimeout(timer)
}

/** An account's time: real, frozen or scaled, and movable forwards. Milliseconds since 1970 throughout. */
export class Clock {
  readonly #setting: Cell<ClockRecord>
  readonly #realTime: RealTime
  /** While an advance steps, time stands where the step put it. */
  #heldMs: number | null = null
  /** The machine's time when it was last asked, and this clock's answer. */
  #latestRealMs = Number.NEGATIVE_INFINITY
  #latestMs = Number.NEGATIVE_INFINITY

  constructor(options: { readonly setting: Cell<ClockRecord>; readonly realTime: RealTime }) {
    this.#setting = options.setting
    this.#realTime = options.realTime
  }

  now(): number {
    if (this.#heldMs !== null) return this.#heldMs
    const { mode, rate, baseMs, baseRealMs } = this.#setting.get()
    if (mode === 'frozen') return baseMs
    const realMs = this.#realTime.now()
    // The machine's clock may be set back; an account's never is, and goes on from where it was.
    if (realMs < baseRealMs || realMs < this.#latestRealMs)
      return this.#goOn(Math.max(baseMs, this.#latestMs))
    this.#latestRealMs = realMs
    // A fast clock that is left alone comes to the end of what can be written, and stays there.
    this.#latestMs = Math.min(baseMs + Math.floor((realMs - baseRealMs) * rate), latestInstantMs)
    return this.#latestMs
  }

  get mode(): ClockRecord['mode'] {
    return this.#setting.get().mode
  }

  get rate(): number {
    return this.#setting.get().rate
  }

  /** Real milliseconds until an instant of this clock; null if it does not come by itself. */
  realMsUntil(instantMs: number): number | null {
    const waitMs = instantMs - this.now()
    if (waitMs <= 0) return 0
    if (this.#heldMs !== null || this.mode === 'frozen' || instantMs > latestInstantMs) return null
    return Math.ceil(waitMs / this.rate)
  }

  /** Changes how time runs from here on. */
  configure(change: {
    readonly mode?: ClockRecord['mode'] | undefined
    readonly rate?: number | undefined
  }): void {
    this.#restart(this.now(), change)
  }

  /** Goes on from the instant a snapshot holds, however long ago that was. */
  resumeFromSaved(): void {
    this.#restart(this.#setting.get().baseMs, {})
  }

  /** Stops time for an advance, or moves the stopped time on. */
  holdAt(instantMs: number): void {
    this.#heldMs = Math.max(instantMs, this.now())
  }

  /** Lets time run on from where an advance has brought it. */
  release(): void {
    if (this.#heldMs === null) return
    const reachedMs = this.#heldMs
    this.#heldMs = null
    this.#restart(reachedMs, {})
  }

  #goOn(ms: number): number {
    this.#restart(ms, {})
    return ms
  }

  #restart(
    baseMs: number,
    change: { readonly mode?: ClockRecord['mode'] | undefined; readonly rate?: number | undefined },
  ): void {
    const current = this.#setting.get()
    const realMs = this.#realTime.now()
    this.#setting.set({
      mode: change.mode ?? current.mode,
      rate: change.rate ?? current.rate,
      baseMs,
      baseRealMs: realMs,
    })
    this.#latestRealMs = realMs
    this.#latestMs = baseMs
  }
}
