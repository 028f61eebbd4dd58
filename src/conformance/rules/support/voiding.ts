import { expectAccepted, expectResource, expectThat } from '../../http/expect.ts'
import type { RuleContext } from '../../rule-context.ts'
import { findChanges, isOtherTime, makeBaseline } from './changes.ts'

/** The environment of the key. */
export type Key = 'test' | 'live'

/** Calls voidLabel. */
export const voidLabel = (t: RuleContext, id: string, key: Key = 'test') => t.call('voidLabel', { id, key })

/** Reads a label as a setup, and returns its JSON. */
export const readLabel = async (t: RuleContext, id: string, key: Key) =>
  (await t.setup.works('The label', t.call('getLabel', { id, key }))).json

/** Reads a label twice, to know which values change by themselves. */
export const readLabelTwice = async (t: RuleContext, id: string, key: Key = 'test') =>
  makeBaseline(await readLabel(t, id, key), await readLabel(t, id, key))

/** Voids a label and judges that it was accepted. Throws RuleBroken. */
export async function expectVoided(t: RuleContext, id: string, key: Key = 'test'): Promise<void> {
  const answer = await voidLabel(t, id, key)
  expectAccepted(answer)
}

/** Judges that a label shows its void when it is read. Throws RuleBroken. */
export async function expectVoidShown(t: RuleContext, key: Key): Promise<void> {
  const { id } = await t.setup.label({ key })
  const before = await readLabelTwice(t, id, key)
  await t.setup.of('The void', () => expectVoided(t, id, key))
  const answer = await t.call('getLabel', { id, key })
  expectResource(answer, 'label')
  // The specification does not name the fields (choices 34), so something other than a timestamp must have changed.
  const changes = findChanges(before, answer.json).filter((each) => !isOtherTime(each))
  expectThat(changes.length > 0, {
    expected: 'a label that shows its void',
    actual: 'the label without a change',
    answer,
  })
}
