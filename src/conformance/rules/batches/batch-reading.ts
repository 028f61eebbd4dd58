import type { Answer } from '../../http/answer.ts'
import { expectResource, expectThat } from '../../http/expect.ts'
import { type Fields, isObject } from '../../http/fields.ts'
import { showField, showValue } from '../../http/show.ts'
import type { RuleContext } from '../../rule-context.ts'
import { readValuesByPath } from '../support/values-by-path.ts'

// Checks the responses to requests that read a batch.

type BatchItem = Readonly<Record<string, unknown>>

const rateIdsOf = (items: readonly unknown[]): readonly unknown[] =>
  items.map((item) => (isObject(item) ? item['rate_id'] : undefined)).sort()

/**
 * Checks that the response to reading a batch has the id, cost and items of its creation. Ignores fields that the response
 * does not show. Throws RuleBroken.
 */
export function expectBatchUnchanged(
  answer: Answer,
  { id, items }: { readonly id: string; readonly items: readonly BatchItem[] },
): void {
  const batch = expectResource(answer, 'batch')
  const expectSame = (name: string, expected: unknown, actual: unknown): void =>
    expectThat(actual === expected, {
      expected: `${name} ${showValue(expected)}`,
      actual: showField(name, actual),
      answer,
    })
  if (batch.has('id')) expectSame('id', id, batch.raw('id'))
  if (batch.has('total_cost_cents')) {
    const cost = items.reduce((sum, item) => sum + Number(item['rate_cents']), 0)
    expectSame('total_cost_cents', cost, batch.raw('total_cost_cents'))
  }
  const shown = batch.raw('items')
  // The specification does not say whether a batch shows all its items, and with which fields (choices 43).
  const isFull = Array.isArray(shown) && shown.length === items.length
  if (isFull && shown.every((item) => isObject(item) && typeof item['rate_id'] === 'string')) {
    expectSame('the rate_ids of its items', rateIdsOf(items).join(), rateIdsOf(shown).join())
  }
  if (!isFull) return
  const told = shown.flatMap((item) => (isObject(item) ? listNumericFields(item['parcel']) : []))
  for (const [name, amount] of listNumericFields(items[0]?.['parcel'])) {
    const other = told.find(([each, value]) => each === name && value !== amount)
    expectSame(`parcel.${name} of each item`, amount, other === undefined ? amount : other[1])
  }
}

/** Returns the numeric fields of a parcel; empty if there are none. */
function listNumericFields(parcel: unknown): readonly (readonly [string, number])[] {
  if (!isObject(parcel)) return []
  return Object.entries(parcel).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, value] as const] : [],
  )
}

/** Returns the fields of a batch. If the batch is already done and shows no progress, ends the rule as skipped. */
export function readProcessingBatch(t: RuleContext, answer: Answer): Fields {
  const batch = expectResource(answer, 'batch')
  const told = ['estimated_completion_percentage', 'estimated_time_remaining_seconds'].map((name) =>
    batch.raw(name),
  )
  const isSilent = told.every((value) => value === undefined || value === null)
  if (isSilent && isBatchDone(batch.value))
    t.notJudged('the batch was done before the rule could read its progress')
  return batch
}

const doneWord = /complete|done|finish|success|succeed|processed/i

/** Returns true if a batch shows that it is done: by a status word, or by a field such as `completed_at`. */
function isBatchDone(batch: unknown): boolean {
  return [...readValuesByPath(batch)].some(([path, value]) => {
    if (typeof value === 'string' && doneWord.test(value)) return true
    return (typeof value === 'string' || value === true) && doneWord.test(path.split('.').at(-1) ?? '')
  })
}

/** Checks that the completion percentage of a batch is from 0 to 100. Throws RuleBroken. */
export function expectBatchPercentage(batch: Fields, answer: Answer): void {
  const told = batch.number('estimated_completion_percentage')
  expectThat(told >= 0 && told <= 100, {
    expected: 'estimated_completion_percentage from 0 to 100',
    actual: `estimated_completion_percentage ${told}`,
    answer,
  })
}

/** Checks that a batch shows a number of remaining seconds, and that the number is not negative. Throws RuleBroken. */
export function expectBatchSecondsLeft(batch: Fields, answer: Answer): void {
  const left = batch.number('estimated_time_remaining_seconds')
  expectThat(left >= 0, {
    expected: 'estimated_time_remaining_seconds of 0 or more',
    actual: `estimated_time_remaining_seconds ${left}`,
    answer,
  })
}
