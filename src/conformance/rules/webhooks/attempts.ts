import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import { formatSpan } from '../../duration.ts'
import type { Cause } from '../../http/cause.ts'
import { expectThat } from '../../http/expect.ts'
import { plural } from '../../plural.ts'
import type { RuleContext, RuleInbox } from '../../rule-context.ts'
import type { BoughtLabel } from '../../setup/prerequisites.ts'
import type { Arrival, Reply } from '../../target/arrival.ts'
import { seconds } from '../../target/need.ts'
import { buyAndAwaitDelivery } from './first-delivery.ts'

/** A span of time in which a delivery attempt may come, in milliseconds after the first attempt. */
export interface AttemptWindow {
  readonly fromMs: number
  readonly toMs: number
}

const delaysMs = constants.webhookDelaysSeconds.map((delay) => delay * 1_000)
/** How early a delivery attempt may come, in milliseconds. */
const maxEarlyMs = seconds(30)
/** How late a delivery attempt may come, in milliseconds, as a service may send due attempts only once a minute. */
const maxLateMs = seconds(65)

/** Returns when a delivery attempt may come. Its delay may count from the first attempt, or from the attempt before. */
export function attemptWindowOf(attempt: number): AttemptWindow {
  const [first, last] = listPossibleWindows(attempt)
  return { fromMs: first.fromMs, toMs: last.toMs }
}

/**
 * Returns when the delivery attempt `attempt` and all later ones may come. Their delays may count from the first
 * attempt, or from the attempt before.
 */
export function listAttemptWindows(attempt: number): readonly AttemptWindow[] {
  return delaysMs.slice(attempt - 1).flatMap((_, index) => listPossibleWindows(attempt + index))
}

/** Returns two windows: for a delay that counts from the first attempt, and for one that counts from the attempt before. */
function listPossibleWindows(attempt: number): readonly [AttemptWindow, AttemptWindow] {
  const makeWindow = (momentMs: number): AttemptWindow => ({
    fromMs: momentMs - maxEarlyMs,
    toMs: momentMs + maxLateMs * (attempt - 1),
  })
  const fromFirst = delaysMs[attempt - 1] ?? 0
  const fromBefore = delaysMs.slice(0, attempt).reduce((sum, each) => sum + each, 0)
  return [makeWindow(fromFirst), makeWindow(fromBefore)]
}

/** A webhook delivery to a receiver whose replies the rule has chosen. */
interface RepliedDelivery {
  readonly inbox: RuleInbox
  readonly label: BoughtLabel
  /** Lets time pass until this many milliseconds after the purchase. */
  passTo(momentMs: number): Promise<void>
  /** Lets time pass until the last window ends, and counts the delivery attempts in these windows. */
  countAttemptsIn(windows: readonly AttemptWindow[]): Promise<number>
  /** Lets time pass from one of these moments to the next, and counts the spans in which a delivery attempt comes. */
  countSpansWithAttempt(ends: readonly number[]): Promise<number>
}

/** Buys a label. The webhook receiver replies to each attempt to deliver its event with `reply`. */
export async function buyLabelWithReplies(t: RuleContext, reply: () => Reply): Promise<RepliedDelivery> {
  const inbox = await t.inbox()
  inbox.respond(reply)
  const { label } = await buyAndAwaitDelivery(t, inbox)
  const passTo = createWaitFunction(t)
  return {
    inbox,
    label,
    passTo,
    countAttemptsIn: async (windows) => {
      let count = 0
      for (const { fromMs, toMs } of windows) {
        await passTo(fromMs)
        const before = inbox.arrivals(label.id).length
        await passTo(toMs)
        count += inbox.arrivals(label.id).length - before
      }
      return count
    },
    countSpansWithAttempt: async (ends) => {
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

/** Buys a label. The webhook receiver replies to each attempt to deliver its event with a failure, by default 500. */
export const buyLabelWithFailingReceiver = (
  t: RuleContext,
  reply: Reply = { status: 500 },
): Promise<RepliedDelivery> => buyLabelWithReplies(t, () => reply)

/** Returns a function that lets time pass until `momentMs` after now. If that much time has already passed, it returns at once. */
export function createWaitFunction(t: RuleContext): (momentMs: number) => Promise<void> {
  let passedMs = 0
  return async (momentMs) => {
    if (momentMs <= passedMs) return
    await t.passTime(momentMs - passedMs)
    passedMs = momentMs
  }
}

/** Returns the cause for the report if fewer delivery attempts came than were due, else undefined. */
export function causeOfMissedAttempt(due: number, came: number): Cause | undefined {
  return came >= due ? undefined : { kind: 'no-attempt', attempt: came + 1 }
}

/**
 * Lets time pass until a delivery attempt for each of these labels is due, and returns all attempts. Throws
 * RuleBroken if an attempt is missing.
 */
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
  const { fromMs, toMs } = attemptWindowOf(attempt)
  await passTo(fromMs)
  // The service may send a delivery attempt twice, so at least one attempt must come in the window.
  const before = labelIds.map((id) => inbox.arrivals(id).length)
  await passTo(toMs)
  const came: Arrival[] = []
  for (const [index, id] of labelIds.entries()) {
    const least = (before[index] ?? 0) + 1
    const found = await inbox.waitFor(id, least)
    expectThat(found.length >= least, {
      expected: `attempt ${attempt} for ${id}, ${formatSpan(fromMs)} to ${formatSpan(toMs)} after the first attempt`,
      actual: `no attempt in this span, and ${plural(found.length, 'attempt')} before`,
      // The service may have sent earlier delivery attempts twice.
      cause: causeOfMissedAttempt(attempt, Math.min(attempt - 1, found.length)),
    })
    came.push(...found)
  }
  return came
}
