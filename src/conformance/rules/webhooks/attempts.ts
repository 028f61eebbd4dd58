import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import { formatSpan } from '../../duration.ts'
import type { Cause } from '../../http/cause.ts'
import { expectThat } from '../../http/expect.ts'
import { plural } from '../../plural.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import type { BoughtLabel } from '../../setup/prerequisites.ts'
import type { Arrival, Reply } from '../../target/arrival.ts'
import { seconds } from '../../target/need.ts'
import { firstDelivery } from './first-delivery.ts'

/** A span after the first attempt, in milliseconds. */
export interface Window {
  readonly fromMs: number
  readonly toMs: number
}

const delaysMs = constants.webhookDelaysSeconds.map((delay) => delay * 1_000)
const earlyMs = seconds(30)
/** How late an attempt may be, in milliseconds: a service may send due attempts once a minute. It adds up if delays count from the attempt before. */
const lateMs = seconds(65)

/** When an attempt may come. The specification's delays may be counted from the first attempt, or from the one before. */
export function windowOf(attempt: number): Window {
  const [first, last] = windowsOf(attempt)
  return { fromMs: first.fromMs, toMs: last.toMs }
}

/** When the retries from this attempt on may come, by either reading. An attempt at another time is a repeated one. */
export function windowsFrom(attempt: number): readonly Window[] {
  return delaysMs.slice(attempt - 1).flatMap((_, index) => windowsOf(attempt + index))
}

function windowsOf(attempt: number): readonly [Window, Window] {
  const around = (momentMs: number): Window => ({
    fromMs: momentMs - earlyMs,
    toMs: momentMs + lateMs * (attempt - 1),
  })
  const fromFirst = delaysMs[attempt - 1] ?? 0
  const fromBefore = delaysMs.slice(0, attempt).reduce((sum, each) => sum + each, 0)
  return [around(fromFirst), around(fromBefore)]
}

/** A delivery whose attempts get the replies of the rule. */
interface Replied {
  readonly inbox: RuleInbox
  readonly label: BoughtLabel
  /** Lets time pass until this many milliseconds after the purchase. */
  passTo(momentMs: number): Promise<void>
  /** Lets time pass, and counts the attempts in these windows. */
  countIn(windows: readonly Window[]): Promise<number>
  /** Lets time pass, and counts the spans between these moments in which an attempt comes. */
  countSpans(ends: readonly number[]): Promise<number>
}

/** Buys a label and answers the attempts of its event with `reply`. */
export async function openReceiver(t: RuleContext, reply: () => Reply): Promise<Replied> {
  const inbox = await t.inbox()
  inbox.respond(reply)
  const { label } = await firstDelivery(t, inbox)
  const passTo = openTimePassing(t)
  return {
    inbox,
    label,
    passTo,
    countIn: async (windows) => {
      let count = 0
      for (const { fromMs, toMs } of windows) {
        await passTo(fromMs)
        const before = inbox.arrivals(label.id).length
        await passTo(toMs)
        count += inbox.arrivals(label.id).length - before
      }
      return count
    },
    countSpans: async (ends) => {
      let count = 0
      for (const end of ends) {
        const before = inbox.arrivals(label.id).length
        await passTo(end)
        if (inbox.arrivals(label.id).length > before) count += 1
      }
      return count
    },
  }
}

/** Buys a label and answers the attempts of its event with a failure: 500, unless `reply` is another. */
export const openFailingReceiver = (t: RuleContext, reply: Reply = { status: 500 }): Promise<Replied> =>
  openReceiver(t, () => reply)

/** Makes a function that lets time pass until this many milliseconds from now. A time in the past is skipped. */
export function openTimePassing(t: RuleContext): (momentMs: number) => Promise<void> {
  let passedMs = 0
  return async (momentMs) => {
    if (momentMs <= passedMs) return
    await t.passTime(momentMs - passedMs)
    passedMs = momentMs
  }
}

/** The cause if fewer attempts came than were due; undefined if none is missing. */
export function causeOfMissedAttempt(due: number, came: number): Cause | undefined {
  return came >= due ? undefined : { kind: 'no-attempt', attempt: came + 1 }
}

/** Lets time pass until an attempt for each of these labels is due, and resolves with all attempts. Throws RuleBroken if one does not come. */
export async function expectAttempt(
  attempt: number,
  {
    inbox,
    labelIds,
    passTo,
  }: {
    readonly inbox: RuleInbox
    readonly labelIds: readonly string[]
    readonly passTo: (momentMs: number) => Promise<void>
  },
): Promise<readonly Arrival[]> {
  const { fromMs, toMs } = windowOf(attempt)
  await passTo(fromMs)
  // An attempt may come twice, so they are not counted: one must come in time.
  const before = labelIds.map((id) => inbox.arrivals(id).length)
  await passTo(toMs)
  const came: Arrival[] = []
  for (const [index, id] of labelIds.entries()) {
    const least = (before[index] ?? 0) + 1
    const found = await inbox.waitFor(id, least)
    expectThat(found.length >= least, {
      expected: `attempt ${attempt} for ${id}, ${formatSpan(fromMs)} to ${formatSpan(toMs)} after the first`,
      actual: `no such attempt; ${plural(found.length, 'attempt')} until then`,
      // Earlier attempts may have come twice.
      cause: causeOfMissedAttempt(attempt, Math.min(attempt - 1, found.length)),
    })
    came.push(...found)
  }
  return came
}
