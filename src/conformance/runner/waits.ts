import { pause } from '../http/pause.ts'
import { connections } from '../http/transport.ts'
import type { RunWait } from './run-wait.ts'
import type { Slots } from './slots.ts'

/** Waits of a run in real time. They are shown to whoever watches the run, and other rules use the slot meanwhile. */
export interface Waits {
  pass(what: string, waitMs: number): Promise<void>
  /** Shows a wait of at most so many milliseconds. */
  say(what: string, waitMs: number): void
  /** Notes how long answers take and how many rules run, and returns what is left of the run. */
  answering(next: Answering): Pick<RunWait, 'rulesLeft' | 'aboutMs'>
  /** Sets the function that says what is left of the run. */
  expect(left: () => Forecast): void
}

interface Answering {
  readonly answerMs: number
  readonly rulesRunning: number
}

const nothingLeft: Forecast = {
  ...{ rules: 0, requests: 0, crowd: 0, longest: 0 },
  ...{ pacedMs: 0, timeMs: 0, afterwardsMs: 0 },
}

/** Shorter waits are not shown. */
const toldFromMs = 1_000

/** Opens the waits of a run. */
export function openWaits(options: {
  readonly slots: Slots
  readonly signal: AbortSignal
  tell?(wait: RunWait): void
  readonly nowMs?: () => number
}): Waits {
  const { slots, signal, tell, nowMs = () => performance.now() } = options
  let left = (): Forecast => nothingLeft
  /** When the last of the current waits ends. */
  let untilMs = 0
  let answering: Answering = { answerMs: 0, rulesRunning: 1 }
  const outlook = (atLeastMs: number): Pick<RunWait, 'rulesLeft' | 'aboutMs'> => {
    const forecast = left()
    const { rules, pacedMs, timeMs, afterwardsMs } = forecast
    const spans = [atLeastMs, untilMs - nowMs(), pacedMs, timeMs, answersMs(forecast, answering)]
    return { rulesLeft: rules, aboutMs: Math.max(...spans) + afterwardsMs }
  }
  const say: Waits['say'] = (what, waitMs) => {
    if (waitMs < toldFromMs) return
    tell?.({ what, waitMs, ...outlook(waitMs) })
  }
  return {
    say,
    pass: async (what, waitMs) => {
      untilMs = Math.max(untilMs, nowMs() + waitMs)
      say(what, waitMs)
      await slots.leave(() => pause(waitMs, signal))
    },
    answering: (next) => {
      answering = next
      return outlook(0)
    },
    expect: (next) => {
      left = next
    },
  }
}

/** How long the remaining answers take, in milliseconds. A rule sends one request after the other; one that exhausts a limit uses all connections. */
function answersMs(
  { rules, requests, crowd, longest }: Forecast,
  { answerMs, rulesRunning }: Answering,
): number {
  const sideBySide = Math.max(1, Math.min(rulesRunning, rules))
  return Math.max(longest, requests / sideBySide, (requests + crowd) / connections) * answerMs
}

/** What is left of a run, as far as it is known. */
export interface Forecast {
  /** The number of rules that have not ended. */
  readonly rules: number
  /** The requests that they have yet to send one after the other. */
  readonly requests: number
  /** The requests of rules that exhaust a limit, which send many at a time. */
  readonly crowd: number
  /** The most requests that a single rule has yet to send. */
  readonly longest: number
  /** How long requests wait for the documented limits. */
  readonly pacedMs: number
  /** How long rules that have not begun wait for real time to pass, side by side with all else. */
  readonly timeMs: number
  /** How long rules wait that run one after the other when all else is done. */
  readonly afterwardsMs: number
}
