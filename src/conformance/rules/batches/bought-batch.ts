import { expectAccepted, expectThat } from '../../http/expect.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours } from '../../target/need.ts'
import { readValuesByPath } from '../support/values-by-path.ts'

/** Creates and buys a batch of `count` items in the setup of a rule, and returns its id. */
export async function createAndBuyBatch(
  t: RuleContext,
  count = 1,
  key: 'test' | 'live' = 'test',
): Promise<{ readonly id: string }> {
  const { id } = await t.setup.batch(count, { key })
  const answer = await t.call('buyBatch', { id, key })
  await t.setup.of('The purchase of the batch', async () => expectAccepted(answer))
  return { id }
}

/** Returns the ids of labels in the account's shipping history. */
export async function listLabelsInHistory(t: RuleContext): Promise<readonly string[]> {
  const values = (await t.account.shipments.list()).flatMap((each) => [...readValuesByPath(each).values()])
  return [...new Set(values.map(String).filter((value) => value.startsWith('lbl_')))]
}

/** Checks that the service makes `due` labels within an hour, besides the `before` labels in the history. Throws RuleBroken. */
export async function expectBatchLabelsMade(
  t: RuleContext,
  { before, due }: { readonly before: number; readonly due: number },
): Promise<void> {
  await t.passTime(hours(1))
  const made = (await listLabelsInHistory(t)).length - before
  expectThat(made === due, {
    expected: `${due} labels of the batch within an hour`,
    actual: `${made} labels`,
  })
}
