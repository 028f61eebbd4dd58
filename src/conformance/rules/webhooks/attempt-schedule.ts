import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import { formatSpan } from '../../duration.ts'
import { expectThat } from '../../http/expect.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import { minutes, seconds } from '../../target/need.ts'
import { waitUntilInstant } from '../support/calendar-turns.ts'
import type { createWaitFunction } from './attempts.ts'

/** How early or late a delivery attempt may come, in milliseconds. */
const roundingMs = 500

/** The rule freezes the clock this many milliseconds after a full minute, and then buys labels. */
const offMinuteMs = seconds(20)

/**
 * Freezes the clock 20 seconds after a full minute. A service may send due delivery attempts only at full minutes. As no
 * attempt is due close to a full minute, an attempt that is one second late is recognised as late.
 */
export async function freezeClockBetweenFullMinutes(t: RuleContext): Promise<void> {
  await t.account.clock.freeze()
  const minuteMs = minutes(1)
  await waitUntilInstant(t, Math.ceil((await t.now()) / minuteMs) * minuteMs + offMinuteMs)
}

/** From which attempt a service may count the delay of a later attempt: the first attempt, or the previous one. Both are allowed. */
const delayStarts = ['first', 'before'] as const
type DelayStart = (typeof delayStarts)[number]

/**
 * Returns when a delivery attempt may come if its delay counts from `start`, in milliseconds after the first attempt:
 * when the attempt is due, or at the next full minute.
 */
function listDueMoments(attempt: number, start: DelayStart, lastMs: number): readonly number[] {
  const delayMs = (constants.webhookDelaysSeconds[attempt - 1] ?? 0) * 1_000
  const dueMs = start === 'first' ? delayMs : lastMs + delayMs
  return [dueMs, Math.ceil((dueMs + offMinuteMs) / minutes(1)) * minutes(1) - offMinuteMs]
}

/** Labels whose webhook attempts all fail. */
interface FailingLabels {
  readonly ids: readonly string[]
  /** The time between the purchases of the first and the last label, in milliseconds. */
  readonly spreadMs: number
  readonly pass: ReturnType<typeof createWaitFunction>
}

/**
 * Checks that all five delivery attempts for each label come at their due times. Delays may count from the first
 * attempt or from the attempt before. Throws RuleBroken.
 */
export async function expectAttemptSchedule(
  inbox: RuleInbox,
  { ids, spreadMs, pass }: FailingLabels,
): Promise<void> {
  const countArrivals = (): readonly number[] => ids.map((id) => inbox.arrivals(id).length)
  let lastMs = 0
  let possible: readonly DelayStart[] = delayStarts
  for (const attempt of [2, 3, 4, 5]) {
    const beforeMs = lastMs
    const moments = possible
      .flatMap((start) => listDueMoments(attempt, start, beforeMs))
      .sort((a, b) => a - b)
    // The service may repeat an attempt a little later, so arrivals are counted only from shortly before the next one is due.
    await pass((moments[0] ?? 0) - seconds(30))
    const before = countArrivals()
    const haveArrived = (): readonly boolean[] =>
      countArrivals().map((now, index) => now > (before[index] ?? 0))
    for (const momentMs of new Set(moments)) {
      await pass(momentMs - roundingMs)
      const early = haveArrived().indexOf(true)
      expectThat(early === -1, {
        expected: `attempt ${attempt} for ${ids[early]} when it is due, or at the next full minute`,
        actual: `an attempt more than half a second too early for ${formatSpan(momentMs)} after the first attempt`,
      })
      await pass(momentMs + roundingMs)
      lastMs = momentMs
      if (haveArrived().includes(true)) break
    }
    await pass(lastMs + roundingMs + spreadMs)
    possible = possible.filter((start) => listDueMoments(attempt, start, beforeMs).includes(lastMs))
    for (const [index, id] of ids.entries()) {
      const least = (before[index] ?? 0) + 1
      const came = (await inbox.waitFor(id, least)).length
      expectThat(came >= least, {
        expected: `attempt ${attempt} for ${id} at its due time, to the second`,
        actual: `${came} attempts until ${formatSpan(lastMs)} after the first attempt`,
        cause: { kind: 'no-attempt', attempt },
      })
    }
  }
}
