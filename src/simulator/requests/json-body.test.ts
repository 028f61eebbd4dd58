import { expect, it } from 'vitest'
import { readThrownCode } from '../../../test/support/simulator/world.ts'
import { parseJson } from './json-body.ts'

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

it.each(['{}', '{"a":[1,{"b":null}]}', nested(32)])(
  'parseJson reads the JSON object in a body: %s',
  (text) => {
    expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text))
  },
)

it.each([
  ['', 'body is empty; it must be a JSON object.'],
  ['[]', 'body must be a JSON object.'],
  ['null', 'body must be a JSON object.'],
  ['7', 'body must be a JSON object.'],
  ['{', 'body is not valid JSON.'],
  ['\xff', 'body is not valid UTF-8.'],
  [nested(33), 'body must not be nested deeper than 32 levels.'],
])('parseJson refuses a body: %s', (text, message) => {
  const read = () => parseJson(Buffer.from(text, 'latin1'))
  expect(readThrownCode(read)).toBe('VALIDATION.FIELD.INVALID')
  expect(read).toThrow(message)
})
