import type { ClockRecord } from '../accounts/records/clock.ts'
import type { SingleRecord } from '../accounts/single-record.ts'
import { latestInstantMs } from './timestamp.ts'

/** Real time. The simulator reads it only through this interface; tests pass their own. */
export interface RealTime {
  /** Returns the present time in milliseconds since 1970. */
  now(): number
  /** Calls back once, after a delay of any length; the returned function cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void
  /** Resolves after other work that was waiting, such as requests, has run. */
  pause(): Promise<void>
}

/** The longest timer of Node. Node fires a longer timer at once, so longer delays are split. */
const longestTimeoutMs = 2 ** 31 - 1

export const systemTime: RealTime = {
  now: () => Date.now(),
  setTimer: startTimer,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
}

function startTimer(callback: () => void, delayMs: number): () => void {
  let timer: NodeJS.Timeout
  const waitInSteps = (leftMs: number): void => {
    const pieceMs = Math.min(leftMs, longestTimeoutMs)
    timer = setTimeout(() => (leftMs > pieceMs ? waitInSteps(leftMs - pieceMs) : callback()), pieceMs)
    // A waiting timer must not keep a finished test run alive.
    timer.unref()
  }
  waitInSteps(Math.max(0, delayMs))
  return () => clearTimeout(timer)
}

/**
 * An account's time: real, frozen or scaled, and movable forwards. In milliseconds since 1970. Its record is
 * exact at every moment, even during an advance, so that a clock restored from it never runs backwards.
 */
export class Clock {
  readonly #setting: SingleRecord<ClockRecord>
  readonly #realTime: RealTime
  /** Whether an advance holds the clock at a time. */
  #isHeld = false
  /** The time of the clock while synchronous work runs at one instant. */
  #workMs: number | null = null

  /** `realTime` must never run backwards. */
  constructor(options: { readonly setting: SingleRecord<ClockRecord>; readonly realTime: RealTime }) {
    this.#setting = options.setting
    this.#realTime = options.realTime
  }

  now(): number {
    if (this.#workMs !== null) return this.#workMs
    const { mode, rate, baseMs, baseRealMs } = this.#setting.get()
    if (this.#isHeld || mode === 'frozen') return baseMs
    const passedMs = Math.max(0, this.#realTime.now() - baseRealMs)
    // A fast clock that reaches the last date with a four-digit year stays there.
    return Math.min(baseMs + Math.floor(passedMs * rate), latestInstantMs)
  }

  /** Runs synchronous work during which the clock shows the same time, however fast it runs. */
  runAtOneInstant<T>(work: () => T): T {
    if (this.#workMs !== null) return work()
    this.#workMs = this.now()
    try {
      return work()
    } finally {
      this.#workMs = null
    }
  }

  get mode(): ClockRecord['mode'] {
    return this.#setting.get().mode
  }

  get rate(): number {
    return this.#setting.get().rate
  }

  /** Returns the real milliseconds until a time on this clock; null if the clock never gets there by itself. */
  computeRealMsUntil(instantMs: number): number | null {
    const waitMs = instantMs - this.now()
    if (waitMs <= 0) return 0
    if (this.#isHeld || this.mode === 'frozen' || instantMs > latestInstantMs) return null
    return Math.ceil(waitMs / this.rate)
  }

  /** Changes how time runs from now on. */
  configure(change: {
    readonly mode?: ClockRecord['mode'] | undefined
    readonly rate?: number | undefined
  }): void {
    this.#continueFrom(this.now(), change)
  }

  /** Continues from the time that the clock had in a snapshot, however long ago the snapshot was taken. */
  resumeFromSaved(): void {
    this.#continueFrom(this.#setting.get().baseMs)
  }

  /** Stops the clock at a time for an advance, or moves the stopped clock to a later time. */
  holdAt(instantMs: number): void {
    const reachedMs = Math.max(instantMs, this.now())
    this.#isHeld = true
    this.#continueFrom(reachedMs)
  }

  /** Lets the clock run again from the time at which an advance held it. */
  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#continueFrom(this.#setting.get().baseMs)
  }

  #continueFrom(
    baseMs: number,
    change: {
      readonly mode?: ClockRecord['mode'] | undefined
      readonly rate?: number | undefined
    } = {},
  ): void {
    const current = this.#setting.get()
    this.#setting.set({
      mode: change.mode ?? current.mode,
      rate: change.rate ?? current.rate,
      // The record schema refuses a later time, so a record with a later time could not be read again.
      baseMs: Math.min(baseMs, latestInstantMs),
      baseRealMs: this.#realTime.now(),
    })
  }
}
