import { expectAccepted } from '../../http/expect.ts'
import type { RuleContext } from '../../rule-context.ts'

/** A batch that was created and bought, as a setup. */
export async function boughtBatch(
  t: RuleContext,
  count = 1,
  key: 'test' | 'live' = 'test',
): Promise<{ readonly id: string }> {
  const { id } = await t.setup.batch(count, { key })
  const answer = await t.call('buyBatch', { id, key })
  await t.setup.of('The purchase of the batch', async () => expectAccepted(answer))
  return { id }
}
