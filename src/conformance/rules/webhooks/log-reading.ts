import type { Answer } from '../../http/answer.ts'
import { type Cause, createBrokenRuleCause } from '../../http/cause.ts'
import { expectThat, isSuccess } from '../../http/expect.ts'
import { RuleBroken } from '../../http/failures.ts'
import { expectList } from '../../http/lists.ts'
import type { RuleContext } from '../../rule-context.ts'
import { readValuesByPath } from '../support/values-by-path.ts'
import { buyAndAwaitDelivery } from './first-delivery.ts'

/** Returns the values of a delivery log entry. The specification does not name its fields (choices 47). */
export const logEntryValuesOf = (entry: unknown): readonly unknown[] => [...readValuesByPath(entry).values()]

/** Returns true if a value is this number, or its digits as a text. */
export const isSameNumber = (value: unknown, number: number): boolean =>
  value === number || value === String(number)

/** Returns true if one of the values of a delivery log entry is this number. */
export const entryHasNumber = (entry: unknown, number: number): boolean =>
  logEntryValuesOf(entry).some((value) => isSameNumber(value, number))

/** Returns the label ids that delivery log entries contain. */
export const findLabelIds = (entries: readonly unknown[]): readonly unknown[] =>
  entries.flatMap(logEntryValuesOf).filter((value) => /^lbl_/.test(String(value)))

/** The rule about deliveries of other clients. If the log has some, other rules fail, too, and the report names this rule as the cause. */
export const ownLogRule = {
  id: 'LOG-016',
  judges: ['EVENTS-37'],
  title: 'The delivery log of a client has no deliveries of other clients.',
} as const

/** Returns the cause for the report if a delivery log has more than `most` entries, else undefined. */
export const causeOfTooManyEntries = (entries: readonly unknown[], most: number): Cause | undefined =>
  entries.length > most ? createBrokenRuleCause(ownLogRule) : undefined

/** Reads the delivery log. Throws RuleBroken if the response has no list of deliveries. */
export async function readDeliveryLog(
  t: RuleContext,
  key: 'test' | 'live' = 'test',
): Promise<{ readonly entries: readonly unknown[]; readonly answer: Answer }> {
  const answer = await t.call('listDeliveries', { key })
  return { entries: expectList(answer, 'deliveries'), answer }
}

/** Buys a label, replies to its webhook event with this status, reads the delivery log until `holds` is true, and returns its only entry. */
export async function readLogOfOnePurchase(
  t: RuleContext,
  status: number,
  holds: (entry: unknown) => boolean,
) {
  const inbox = await t.inbox()
  inbox.respond(() => ({ status }))
  await buyAndAwaitDelivery(t, inbox)
  const { entries, answer } = await readLogUntil(t, ([entry]) => holds(entry))
  expectThat(entries.length === 1, {
    expected: 'one delivery in the log',
    actual: `${entries.length} deliveries`,
    answer,
    cause: causeOfTooManyEntries(entries, 1),
  })
  return { entry: entries[0], answer }
}

/** The pauses between readings of the delivery log, in milliseconds: a service may write an entry some seconds after the receiver's reply. */
const pausesMs = [20, 100, 300, 600, 1_000, 2_000, 4_000]

/** How often `readLogUntil` reads the delivery log at most. */
export const maxReads = pausesMs.length + 1

/** Reads the delivery log until `holds` returns true or the last pause is over. Throws RuleBroken if the log stays empty. */
export async function readLogUntil(
  t: RuleContext,
  holds: (entries: readonly unknown[]) => boolean,
  key: 'test' | 'live' = 'test',
) {
  const read = await t.lookUntil(() => readDeliveryLog(t, key), {
    holds: ({ entries }) => holds(entries),
    pausesMs,
  })
  expectThat(read.entries.length > 0, {
    expected: 'the delivery of the purchase in the log',
    actual: 'an empty log',
    answer: read.answer,
    cause: { kind: 'empty-log' },
  })
  return read
}

/** Returns the entries in a delivery log response. Returns an empty list if it has no list: another rule reports that. */
export function readLogEntries(answer: Answer): readonly unknown[] {
  if (!isSuccess(answer)) return []
  try {
    return expectList(answer, 'deliveries')
  } catch (error) {
    if (error instanceof RuleBroken) return []
    throw error
  }
}
