import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from './json-body.ts'
import { type ListBody, ListBodyReader } from './list-body.ts'

function refuse(): never {
  throw new Error('too many items')
}

function read(
  text: string | Uint8Array,
  { stepBytes = 8, maxMembers = Number.POSITIVE_INFINITY } = {},
): ListBody {
  const bytes = Buffer.from(text)
  const reader = new ListBodyReader({ name: 'items', maxMembers, refuse }, stepBytes)
  for (let at = 0; at < bytes.length; at += stepBytes) reader.write(bytes.subarray(at, at + stepBytes))
  const steps = reader.read()
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Returns the result of `reading`, or the message with which it refuses the body. */
function readOutcome(reading: () => unknown): unknown {
  try {
    return reading()
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

/** Returns the result of JSON.parse, in the form in which `ListBodyReader` returns a body. */
function readAtOnce(text: string): unknown {
  return readOutcome(() => {
    const rest = Object(parseJson(Buffer.from(text)))
    const { items } = rest
    if (!Array.isArray(items)) return { rest, items: [] }
    return { rest: { ...rest, items: [] }, items }
  })
}

/** Reads a body in steps. Returns its items only if its last member `items` is a list. */
function readInSteps(text: string): unknown {
  return readOutcome(() => {
    const { rest, items } = read(text)
    const isList = Array.isArray(Reflect.get(Object(rest), 'items'))
    return { rest, items: isList ? items : [] }
  })
}

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('"\\]', '],[', '\\', '{"items":[1]}', '\u00e9'),
)
const body = fc.oneof(
  fc.record({ items: fc.array(value, { maxLength: 12 }) }),
  fc.record({ a: value, items: fc.array(value, { maxLength: 12 }), b: value }),
  fc.record({ items: value }),
  fc.record({ nested: fc.record({ items: fc.array(value, { maxLength: 3 }) }) }),
)

describe('reading a request body with a long list in steps', () => {
  it('a request body with a long list gives the same result if it is read in steps as if it is read at once', () => {
    fc.assert(
      fc.property(body, fc.constantFrom(undefined, 1, '\t'), (given, indent) => {
        const text = JSON.stringify(given, null, indent)
        expect(readInSteps(text)).toEqual(readAtOnce(text))
      }),
      { numRuns: 300 },
    )
  })

  it('a damaged request body with a long list is refused with the same message if it is read in steps as if it is read at once', () => {
    const damage = fc.constantFrom(
      '',
      ',',
      '[',
      ']',
      '{',
      '}',
      '"',
      ':',
      '\\',
      '1',
      'items',
      '"items":[',
      '\n',
      '\u0000',
    )
    fc.assert(
      fc.property(body, fc.nat(), fc.nat(3), damage, (given, place, cut, put) => {
        const text = JSON.stringify(given)
        const at = place % text.length
        const damaged = text.slice(0, at) + put + text.slice(at + cut)
        expect(readInSteps(damaged)).toEqual(readAtOnce(damaged))
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    '{"items":[]}',
    '{"items":[ ]}',
    '{"items":[1,2,3,4,5,6,7]}',
    '{"items":["aaaaaaaaaaaa","bbbbbbbbbbbbb",]}',
    '{"items":[,"aaaaaaaaaaaa"]}',
    '{"items":["aaaaaaaaaaaa",,"bbbbbbbbbbbb"]}',
    '{"items":[1}',
    '{"items":[1]',
    '{"items":[1]]}',
    '{"items":[1]}}',
    '{"items":[1],"items":[2,3]}',
    '{"items":[1],"items":4}',
    '{"items":4,"items":[1]}',
    '{"\\u0069tems":[1]}',
    '{"a":"items","b":[1]}',
    '{"a":{"items":[1]},"items" :\n[2]}',
    '{"items":{"0":[1]}}',
    '["items",[1]]',
    '[]',
    '"items"',
    '\ufeff{"items":[1]}',
    `{"items":[${'['.repeat(31)}${']'.repeat(31)}]}`,
    `{"items":[${'['.repeat(30)}${']'.repeat(30)}]}`,
    `{"items":[${'['.repeat(29)}${']'.repeat(29)}]}`,
    `{"a":${'['.repeat(32)}${']'.repeat(32)},"items":[1]}`,
  ])('the request body %s gives the same result if it is read in steps as if it is read at once', (text) => {
    expect(readInSteps(text)).toEqual(readAtOnce(text))
  })

  it('a request body with a long list is refused if one of its parts is larger than 256 KiB', () => {
    const large = 'x'.repeat(256 * 1024)
    const told = /^body holds more than 262144 bytes /
    expect(readOutcome(() => read(`{"items":["${large}"]}`, { stepBytes: 2 ** 15 }))).toMatch(told)
    expect(readOutcome(() => read(`{"a":"${large}","items":[]}`, { stepBytes: 2 ** 15 }))).toMatch(told)
    expect(readOutcome(() => read(`{"items":[],"b":"${large}"}`, { stepBytes: 2 ** 15 }))).toMatch(told)
    expect(readOutcome(() => read(`[${'[],'.repeat(100_000)}[]]`, { stepBytes: 2 ** 15 }))).toMatch(told)
    expect(
      readOutcome(() => read(`{${'"items":[],'.repeat(100_000)}"a":1}`, { stepBytes: 2 ** 15 })),
    ).toMatch(told)
    expect(readOutcome(() => read(Buffer.from([0x7b, 0xff, 0x7d])))).toBe('body is not valid UTF-8.')
  })

  it.each([
    ['{"items":[1,2,3', 'body is not valid JSON.'],
    ['{"items":[1,2,3]}', { rest: { items: [] }, items: [1, 2, 3] }],
    ['{"items":[1,2,3,', 'too many items'],
    ['{"items" : [[],{"items":[1,2,3,4]},"a,b,c,",', 'too many items'],
    ['{"a":[1,2,3,4],"items":[1,2,3,', 'too many items'],
    ['{"a":[1,2,3,4],"items":[1]}', { rest: { a: [1, 2, 3, 4], items: [] }, items: [1] }],
    ['{"a\\"items":[1,2,3,4],"items":[1]}', { rest: { 'a"items': [1, 2, 3, 4], items: [] }, items: [1] }],
  ])(
    'if the list of a request body may have at most two items, the body is refused at the third item: %s',
    (text, expected) => {
      expect(readOutcome(() => read(text, { maxMembers: 2 }))).toEqual(expected)
    },
  )
})
