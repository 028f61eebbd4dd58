import { expect, it } from 'vitest'
import { toItsEnd } from '../../../test/support/simulator/steps.ts'
import { codeOf } from '../../../test/support/simulator/world.ts'
import { parseJson, parseLargeJson } from './json-body.ts'

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

it.each(['{}', '{"a":[1,{"b":null}]}', nested(32)])('a body is the same in steps as at once: %s', (text) => {
  const bytes = Buffer.from(text)
  expect(toItsEnd(parseLargeJson(bytes))).toEqual(parseJson(bytes))
  expect([...parseLargeJson(bytes)]).toHaveLength(3)
})

it.each(['', '[]', 'null', '7', '{', '\xff', nested(33)])(
  'a body is refused in steps as at once: %s',
  (text) => {
    const bytes = Buffer.from(text, 'latin1')
    const refused = (read: () => unknown) => [codeOf(read), messageOf(read)]
    const atOnce = refused(() => parseJson(bytes))
    expect(atOnce[0]).toBe('VALIDATION.FIELD.INVALID')
    expect(refused(() => toItsEnd(parseLargeJson(bytes)))).toEqual(atOnce)
  },
)

function messageOf(read: () => unknown): string {
  try {
    read()
    return 'nothing'
  } catch (error) {
    return String(error)
  }
}
