import type { RuleContext } from '../../rule-context.ts'
import { expectAccepted, expectResource, expectThat } from '../../wire/expect.ts'
import { baselineOf, changesSince, isOtherTime } from './changes.ts'

export type Key = 'test' | 'live'

export const voidLabel = (t: RuleContext, id: string, key: Key = 'test') => t.call('voidLabel', { id, key })

export const readLabel = async (t: RuleContext, id: string, key: Key) =>
  (await t.setup.works('The label', t.call('getLabel', { id, key }))).json

export const readStill = async (t: RuleContext, id: string, key: Key = 'test') =>
  baselineOf(await readLabel(t, id, key), await readLabel(t, id, key))

/** The void of a label is carried out. */
export async function expectVoided(t: RuleContext, id: string, key: Key = 'test'): Promise<void> {
  const answer = await voidLabel(t, id, key)
  expectAccepted(answer)
}

/** A label that is read after its void says something that it did not say before. */
export async function expectVoidShown(t: RuleContext, key: Key): Promise<void> {
  const { id } = await t.setup.label({ key })
  const before = await readStill(t, id, key)
  await t.setup.of('The void', () => expectVoided(t, id, key))
  const answer = await t.call('getLabel', { id, key })
  expectResource(answer, 'label')
  // The names of the fields are not stated (choices 34): something has to have changed, and more than a time.
  const changes = changesSince(before, answer.json).filter((each) => !isOtherTime(each))
  expectThat(changes.length > 0, {
    expected: 'a label that shows its void',
    actual: 'the label as it was before',
    answer,
  })
}
