import type { RuleContext } from '../../rule-context.ts'
import type { Answer } from '../../wire/answer.ts'
import { expectList, expectThat, isSuccess } from '../../wire/expect.ts'
import { RuleBroken } from '../../wire/failures.ts'
import { placesIn } from '../support/places.ts'
import { firstDelivery } from './first-delivery.ts'

/** The names of an entry's fields are not stated (choices 47): it is read by its values. */
export const valuesOf = (entry: unknown): readonly unknown[] => [...placesIn(entry).values()]

export const isNumber = (value: unknown, number: number): boolean =>
  value === number || value === String(number)

export const holdsNumber = (entry: unknown, number: number): boolean =>
  valuesOf(entry).some((value) => isNumber(value, number))

/** The labels that the log names, if it names any. */
export const labelsIn = (entries: readonly unknown[]): readonly unknown[] =>
  entries.flatMap(valuesOf).filter((value) => /^lbl_/.test(String(value)))

export async function readLog(
  t: RuleContext,
  key: 'test' | 'live' = 'test',
): Promise<{ readonly entries: readonly unknown[]; readonly answer: Answer }> {
  const answer = await t.call('listDeliveries', { key })
  return { entries: expectList(answer, 'deliveries'), answer }
}

/** The log of an account with one delivery, answered as told. */
export async function logOfOne(t: RuleContext, status: number, holds: (entry: unknown) => boolean) {
  const inbox = await t.inbox()
  inbox.respond(() => ({ status }))
  await firstDelivery(t, inbox)
  const { entries, answer } = await readUntil(t, ([entry]) => holds(entry))
  expectThat(entries.length === 1, {
    expected: 'one delivery in the log',
    actual: `${entries.length} deliveries`,
    answer,
  })
  return { entry: entries[0], answer }
}

/** What was answered a moment ago may take some seconds to be in the log. */
const pausesMs = [20, 100, 300, 600, 1_000, 2_000, 4_000]

/** How often `readUntil` reads the log at most. */
export const mostReads = pausesMs.length + 1

/** The log after a delivery, once it holds what is looked for, or for so long; throws where it stays empty. */
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

/** What is in a log; nothing where there is no telling what its list is, which is for another rule to say. */
export function entriesIn(answer: Answer): readonly unknown[] {
  if (!isSuccess(answer)) return []
  try {
    return expectList(answer, 'deliveries')
  } catch (error) {
    if (error instanceof RuleBroken) return []
    throw error
  }
}
