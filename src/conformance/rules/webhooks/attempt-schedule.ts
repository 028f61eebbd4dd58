import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import { formatSpan } from '../../duration.ts'
import { expectThat } from '../../http/expect.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import { minutes, seconds } from '../../target/need.ts'
import { waitUntilInstant } from '../support/calendar-turns.ts'
import type { createTimePasser } from './attempts.ts'

/** How far an attempt may be from its due time, in milliseconds. */
const roundingMs = 500

/** How long after the start of a minute the first attempts are made, in milliseconds. */
const secondMs = seconds(20)

/**
 * Freezes the clock within a minute, not at its start, so that an attempt that is a second late is not on a whole
 * minute.
 */
export async function freezeWithinMinute(t: RuleContext): Promise<void> {
  await t.account.clock.freeze()
  const minuteMs = minutes(1)
  await waitUntilInstant(t, Math.ceil((await t.now()) / minuteMs) * minuteMs + secondMs)
}

/** The delay of an attempt may count from the first attempt, or from the attempt before it. */
const readings = ['first', 'before'] as const
type Reading = (typeof readings)[number]

/**
 * Returns when an attempt may come if its delay counts from `reading`, in milliseconds after the first: when due, or on the next whole
 * minute.
 */
function listDueMoments(attempt: number, reading: Reading, lastMs: number): readonly number[] {
  const delayMs = (constants.webhookDelaysSeconds[attempt - 1] ?? 0) * 1_000
  const dueMs = reading === 'first' ? delayMs : lastMs + delayMs
  return [dueMs, Math.ceil((dueMs + secondMs) / minutes(1)) * minutes(1) - secondMs]
}

/** Labels whose attempts fail. */
interface Followed {
  readonly ids: readonly string[]
  /** How many milliseconds may lie between the creation of the first and the last label. */
  readonly spreadMs: number
  readonly pass: ReturnType<typeof createTimePasser>
}

/**
 * Judges that each of five attempts for these labels comes at its due time, counted from the first attempt or from the
 * one before.
 */
export async function expectSchedule(inbox: RuleInbox, { ids, spreadMs, pass }: Followed): Promise<void> {
  const count = (): readonly number[] => ids.map((id) => inbox.arrivals(id).length)
  let lastMs = 0
  let possible: readonly Reading[] = readings
  for (const attempt of [2, 3, 4, 5]) {
    const beforeMs = lastMs
    const moments = possible
      .flatMap((reading) => listDueMoments(attempt, reading, beforeMs))
      .sort((a, b) => a - b)
    // The service may send an attempt twice, the second time a little later.
    await pass((moments[0] ?? 0) - seconds(30))
    const before = count()
    const haveCome = (): readonly boolean[] => count().map((now, index) => now > (before[index] ?? 0))
    for (const momentMs of new Set(moments)) {
      await pass(momentMs - roundingMs)
      const early = haveCome().indexOf(true)
      expectThat(early === -1, {
        expected: `attempt ${attempt} for ${ids[early]} when it is due, or on the next whole minute`,
        actual: `an attempt more than half a second before ${formatSpan(momentMs)} after the first`,
      })
      await pass(momentMs + roundingMs)
      lastMs = momentMs
      if (haveCome().includes(true)) break
    }
    await pass(lastMs + roundingMs + spreadMs)
    possible = possible.filter((reading) => listDueMoments(attempt, reading, beforeMs).includes(lastMs))
    for (const [index, id] of ids.entries()) {
      const least = (before[index] ?? 0) + 1
      const came = (await inbox.waitFor(id, least)).length
      expectThat(came >= least, {
        expected: `attempt ${attempt} for ${id}, as the delays say, to the second`,
        actual: `${came} attempts until ${formatSpan(lastMs)} after the first`,
        cause: { kind: 'no-attempt', attempt },
      })
    }
  }
}
