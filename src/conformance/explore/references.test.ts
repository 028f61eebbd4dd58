import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeDanglingLines, resolveReferences, stepIdsIn } from './references.ts'
import type { ScriptLine, StepId } from './step.ts'

const createStepId = (number: number): StepId => `s${number}`

/** Draws scripts of walks whose steps may refer to any earlier step. */
const scripts = fc
  .array(fc.array(fc.nat({ max: 30 }), { maxLength: 2 }), { maxLength: 20 })
  .map((all): readonly ScriptLine[] =>
    all.map((named, index) => ({
      id: createStepId(index + 1),
      action: {
        do: 'call',
        client: 'a',
        key: 'test',
        operation: 'buyLabel',
        body: named
          .filter((each) => each > 0 && each <= index)
          .map((each) => ({ $: createStepId(each), take: 'rate' })),
      },
    })),
  )

test("removeDanglingLines removes exactly the lines of a random walk's script that depend on a removed step", () => {
  fc.assert(
    fc.property(scripts, fc.nat({ max: 19 }), (script, removedIndex) => {
      const rest = script.filter((_, index) => index !== removedIndex)
      const kept = removeDanglingLines(rest)
      const keptIds = new Set(kept.map((planned) => planned.id))
      for (const planned of rest) {
        const hasAllReferences = stepIdsIn(planned).every((each) => keptIds.has(each))
        expect(keptIds.has(planned.id)).toBe(hasAllReferences)
      }
    }),
  )
})

test('resolveReferences replaces a reference to an earlier step at any depth of a value', () => {
  const found = resolveReferences(
    { items: [{ $: 's1', take: 'item', at: 2, times: 2 }, 5], to: { $: 'profile', take: 'to' } },
    (named) => [named.$, named.take],
  )
  expect(found).toEqual({ items: [['s1', 'item'], ['s1', 'item'], 5], to: ['profile', 'to'] })
})
