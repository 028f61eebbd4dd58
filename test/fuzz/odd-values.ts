import type { Seeded } from '../support/seeded.ts'
import { RawJson } from './request.ts'

/** Draws values of an unexpected type, size or form. */
export function drawOddValue(draw: Seeded): unknown {
  const kind = draw.next()
  if (kind < 0.35) return drawOddText(draw)
  if (kind < 0.55) return draw.pick(numbers)
  if (kind < 0.85) return draw.pick(objects)
  if (kind < 0.97) return draw.pick(raw)
  return draw.pick(large)(draw)
}

export function drawOddText(draw: Seeded): string {
  return draw.pick(texts)
}

const numbers = [
  0,
  -0,
  -1,
  1,
  0.1,
  1.5,
  1e21,
  1e300,
  -1e300,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  9_999,
]

const texts = [
  '',
  ' ',
  '*',
  '.',
  '..',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  '0',
  '-1',
  'NaN',
  'null',
  '5',
  '\u0000',
  'a\u0000b',
  '\r\nX-Injected: yes',
  '\u2028\u2029',
  '\u202egnp.elif',
  '\u001b[31mred',
  '\ud800',
  '\udfff\ud800',
  'é',
  'e\u0301',
  '\u{1f4e6}'.repeat(20),
  '<script>alert(1)</script>',
  '"}],"x":[{"',
  "'; drop table labels; --",
  '%00%2e%2e%2f',
  '{{7*7}}',
  'W'.repeat(500),
  'W'.repeat(501),
  ' '.repeat(500),
]

const objects: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { length: { toString: 1 } },
  { length: -1 },
  { length: 1e9, 0: 'x' },
  { toString: 1, valueOf: 1 },
  { toJSON: 'x' },
  { constructor: { prototype: { polluted: 'yes' } } },
  { hasOwnProperty: 1 },
  { id: null, carrier: [], service: {} },
  ['a', 1, null, {}],
]

/** JSON texts that JSON.stringify never writes, such as numbers beyond doubles. */
const raw = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '-0',
  '0.1e-400',
  '{"__proto__":{"polluted":"yes"}}',
  '{"constructor":{"prototype":{"polluted":"yes"}}}',
  '{"a":1,"a":2}',
  '"\\ud800"',
  '"\\u0000"',
  '\u00a0',
  '01',
  '[1,]',
  '{"a":1,}',
  'NaN',
  '[',
  '{',
  'tru',
].map((text) => new RawJson(text))

const large: readonly ((draw: Seeded) => unknown)[] = [
  (draw) => new RawJson('['.repeat(draw.pick([31, 32, 33, 5_000])) + ']'.repeat(40)),
  (draw) => createNestedText('[', ']', draw.pick([31, 32, 33, 34, 5_000])),
  (draw) => createNestedText('{"a":', '}', draw.pick([31, 32, 33, 34, 5_000])),
  (draw) => 'W'.repeat(draw.pick([1_000, 60_000, 300_000])),
  (draw) => Array(draw.pick([1_000, 20_000])).fill(0),
  (draw) => Object.fromEntries(Array.from({ length: draw.pick([100, 3_000]) }, (_, at) => [`key${at}`, at])),
]

function createNestedText(opening: string, closing: string, depth: number): RawJson {
  return new RawJson(`${opening.repeat(depth)}1${closing.repeat(depth)}`)
}
