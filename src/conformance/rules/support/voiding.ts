import { expectAccepted, expectResource, expectThat } from '../../http/expect.ts'
import type { RuleContext } from '../../rule-context.ts'
import { findChanges, isTimestampChange, makeBaseline } from './changes.ts'

/** The environment of a key. */
export type KeyEnvironment = 'test' | 'live'

/** Requests the void of a label. */
export const voidLabel = (t: RuleContext, id: string, key: KeyEnvironment = 'test') =>
  t.call('voidLabel', { id, key })

/** Reads a label in the setup of a rule, and returns the JSON of the label. */
export const readLabel = async (t: RuleContext, id: string, key: KeyEnvironment) =>
  (await t.setup.works('The label', t.call('getLabel', { id, key }))).json

/** Reads a label twice, and returns its values as a baseline that ignores values that change with each reading. */
export const readLabelTwice = async (t: RuleContext, id: string, key: KeyEnvironment = 'test') =>
  makeBaseline(await readLabel(t, id, key), await readLabel(t, id, key))

/** Voids a label and checks that it was accepted. Throws RuleBroken. */
export async function expectVoidAccepted(
  t: RuleContext,
  id: string,
  key: KeyEnvironment = 'test',
): Promise<void> {
  const answer = await voidLabel(t, id, key)
  expectAccepted(answer)
}

/** Buys a label, voids it, and checks that the response to reading the label shows the void. Throws RuleBroken. */
export async function expectVoidShown(t: RuleContext, key: KeyEnvironment): Promise<void> {
  const { id } = await t.setup.label({ key })
  const before = await readLabelTwice(t, id, key)
  await t.setup.of('The void', () => expectVoidAccepted(t, id, key))
  const answer = await t.call('getLabel', { id, key })
  expectResource(answer, 'label')
  // The specification does not name the fields of a void (choices 34), so some value other than a timestamp must have changed.
  const changes = findChanges(before, answer.json).filter((each) => !isTimestampChange(each))
  expectThat(changes.length > 0, {
    expected: 'a label that shows its void',
    actual: 'a label with the same values as before the void',
    answer,
  })
}
