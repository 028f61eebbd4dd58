import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isObject } from './json-body.ts'
import { LargeJsonReader, LargeMembers } from './large-json.ts'

const kibibyte = 1024

/** Reads a JSON text in pieces. Returns its value with the lists and objects that the reader had cut out. */
function read(
  text: string | Buffer,
  { pieceBytes = 64 * kibibyte, groupBytes = 32 * kibibyte } = {},
): unknown {
  const bytes = Buffer.from(text)
  const reader = new LargeJsonReader({ cutDepth: 3, groupBytes })
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.write(bytes.subarray(at, at + pieceBytes))
  return fillContainers(reader.end().value)
}

function fillContainers(value: unknown): unknown {
  if (value instanceof LargeMembers) return value.collect()
  if (Array.isArray(value)) return value.map(fillContainers)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillContainers(member)]))
}

it('LargeJsonReader reads a JSON object in pieces of any size with the result of JSON.parse', () => {
  const member = fc.oneof(
    fc.jsonValue({ maxDepth: 5 }),
    fc.constantFrom('"\\]', '],[', '\\', '\u00e9\u{1f4e6}'),
  )
  const body = fc.dictionary(fc.string(), fc.oneof(member, fc.dictionary(fc.string(), fc.array(member))))
  fc.assert(
    fc.property(
      body,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 40 }),
      (given, pieceBytes, groupBytes) => {
        const text = JSON.stringify(given)
        expect(read(text, { pieceBytes, groupBytes })).toEqual(JSON.parse(text))
      },
    ),
    { numRuns: 500 },
  )
})

it('LargeJsonReader keeps members of any name, and the last of two members with the same name', () => {
  const text = '{"a":{"b":{"__proto__":1,"x":1,"x":2}},"a":{"b":{"__proto__":1,"x":3}}}'
  expect(JSON.stringify(read(text))).toBe(JSON.stringify(JSON.parse(text)))
})

it.each([
  ['brackets without end', '['.repeat(100), 'body must not be nested deeper than 32 levels.'],
  ['33 levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 'body must not be nested deeper than 32 levels.'],
  ['a large text', `{"a":"${'x'.repeat(300 * kibibyte)}"}`, 'bytes beside its records.'],
  ['spaces', ' '.repeat(300 * kibibyte), 'bytes beside its records.'],
  [
    'a large record',
    `{"a":{"b":{"c":[${'1,'.repeat(200 * kibibyte)}1]}}}`,
    'bytes in one value, from byte 11 on.',
  ],
  ['very many containers', `{"a":[${'[],'.repeat(100 * kibibyte)}[]]}`, 'bytes beside its records.'],
  ['half a record', '{"a":{"b":{"c":1', 'body is not valid JSON.'],
  ['a comma too many', '{"a":{"b":{"c":1,}}}', 'body is not valid JSON.'],
  ['another bracket', '{"a":{"b":{"c":1]}}', 'body is not valid JSON.'],
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d]), 'body is not valid UTF-8.'],
  ['no object', '[{}]', 'body must be a JSON object.'],
  ['nothing', '', 'body is empty; it must be a JSON object.'],
])('LargeJsonReader refuses %s', (_, text, message) => {
  expect(() => read(text)).toThrow(message)
})

it('LargeJsonReader refuses a text as soon as its nesting is too deep', () => {
  const reader = new LargeJsonReader({ cutDepth: 3 })
  expect(() => reader.write(Buffer.from('['.repeat(33)))).toThrow('nested deeper')
})

it('LargeJsonReader reads a list of members only when the list is used', () => {
  const reader = new LargeJsonReader({ cutDepth: 2, groupBytes: 4 })
  reader.write(Buffer.from('{"a":[1,2,3,4,no]}'))
  const [members] = reader.end().containers
  const entries = members?.entries()
  expect(entries?.next().value).toEqual(['0', 1])
  expect(() => [...(entries ?? [])]).toThrow('body is not valid JSON.')
})
