import { pause } from '../wire/pause.ts'
import { connections } from '../wire/transport.ts'
import type { RunWait } from './run-wait.ts'
import type { Slots } from './slots.ts'

/** Real time that a run lets pass: always said for what, and others may use the slot meanwhile. */
export interface Waits {
  pass(what: string, waitMs: number): Promise<void>
  /** Somebody waits for so long at most. */
  say(what: string, waitMs: number): void
  /** From here on answers take so long, and so many rules are at work; gives what is left of the run then. */
  answering(next: Answering): Pick<RunWait, 'rulesLeft' | 'aboutMs'>
  /** From here on it is known what is still to be done. */
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

/** Shorter waits are nobody's concern. */
const toldFromMs = 1_000

export function openWaits(options: {
  readonly slots: Slots
  readonly signal: AbortSignal
  tell?(wait: RunWait): void
  readonly nowMs?: () => number
}): Waits {
  const { slots, signal, tell, nowMs = () => performance.now() } = options
  let left = (): Forecast => nothingLeft
  /** When the last of those who wait for time to pass goes on. */
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

/** What a rule asks, it asks one after the other; what uses limits up fills all connections there are. */
function answersMs(
  { rules, requests, crowd, longest }: Forecast,
  { answerMs, rulesRunning }: Answering,
): number {
  const sideBySide = Math.max(1, Math.min(rulesRunning, rules))
  return Math.max(longest, requests / sideBySide, (requests + crowd) / connections) * answerMs
}

/** What is left of a run to wait for, as far as it is known. */
export interface Forecast {
  /** Rules that have not ended. */
  readonly rules: number
  /** Requests that they have not sent, each after the answer to the one before. */
  readonly requests: number
  /** Requests of rules that use a limit up, many at a time. */
  readonly crowd: number
  /** The most that one of them has not sent. */
  readonly longest: number
  /** What their requests wait for the documented limits. */
  readonly pacedMs: number
  /** What rules that have not begun wait for time to pass, side by side with everything else. */
  readonly timeMs: number
  /** The same of rules that come one after the other, when all else is done. */
  readonly afterwardsMs: number
}
