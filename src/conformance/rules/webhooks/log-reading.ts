import type { Answer } from '../../http/answer.ts'
import { brokenRule, type Cause } from '../../http/cause.ts'
import { expectThat, isSuccess } from '../../http/expect.ts'
import { RuleBroken } from '../../http/failures.ts'
import { expectList } from '../../http/lists.ts'
import type { RuleContext } from '../../rule-context.ts'
import { placesIn } from '../support/places.ts'
import { firstDelivery } from './first-delivery.ts'

/** The values of a log entry. The specification does not name its fields (choices 47). */
export const valuesOf = (entry: unknown): readonly unknown[] => [...placesIn(entry).values()]

/** Whether a value is this number, or a text of it. */
export const isNumber = (value: unknown, number: number): boolean =>
  value === number || value === String(number)

/** Whether a log entry has this number among its values. */
export const holdsNumber = (entry: unknown, number: number): boolean =>
  valuesOf(entry).some((value) => isNumber(value, number))

/** The ids of labels in log entries. */
export const labelsIn = (entries: readonly unknown[]): readonly unknown[] =>
  entries.flatMap(valuesOf).filter((value) => /^lbl_/.test(String(value)))

/** The rule about whose deliveries a log has, as the cause of other failures. */
export const ownLogRule = {
  id: 'LOG-016',
  judges: ['EVENTS-37'],
  title: 'The log of a client has only its own deliveries.',
} as const

/** The cause of a log with more entries than the purchases of the rule's own account explain. */
export const causeOfMore = (entries: readonly unknown[], most: number): Cause | undefined =>
  entries.length > most ? brokenRule(ownLogRule) : undefined

/** Reads the delivery log. Throws RuleBroken if the answer has no list of deliveries. */
export async function readLog(
  t: RuleContext,
  key: 'test' | 'live' = 'test',
): Promise<{ readonly entries: readonly unknown[]; readonly answer: Answer }> {
  const answer = await t.call('listDeliveries', { key })
  return { entries: expectList(answer, 'deliveries'), answer }
}

/** The log of an account with one delivery that was answered with this status. */
export async function logOfOne(t: RuleContext, status: number, holds: (entry: unknown) => boolean) {
  const inbox = await t.inbox()
  inbox.respond(() => ({ status }))
  await firstDelivery(t, inbox)
  const { entries, answer } = await readUntil(t, ([entry]) => holds(entry))
  expectThat(entries.length === 1, {
    expected: 'one delivery in the log',
    actual: `${entries.length} deliveries`,
    answer,
    cause: causeOfMore(entries, 1),
  })
  return { entry: entries[0], answer }
}

/** The pauses between readings: an entry may be written some seconds after its answer. */
const pausesMs = [20, 100, 300, 600, 1_000, 2_000, 4_000]

/** The most readings of `readUntil`. */
export const mostReads = pausesMs.length + 1

/** Reads the log until `holds` or the last pause. Throws RuleBroken if it stays empty. */
export async function readUntil(
  t: RuleContext,
  holds: (entries: readonly unknown[]) => boolean,
  key: 'test' | 'live' = 'test',
) {
  const read = await t.lookUntil(() => readLog(t, key), { holds: ({ entries }) => holds(entries), pausesMs })
  expectThat(read.entries.length > 0, {
    expected: 'the delivery just made in the log',
    actual: 'an empty log',
    answer: read.answer,
    cause: { kind: 'empty-log' },
  })
  return read
}

/** The entries of a log; none if the list cannot be found, which another rule is about. */
export function entriesIn(answer: Answer): readonly unknown[] {
  if (!isSuccess(answer)) return []
  try {
    return expectList(answer, 'deliveries')
  } catch (error) {
    if (error instanceof RuleBroken) return []
    throw error
  }
}
