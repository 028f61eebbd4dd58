import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JsonMembers, JsonRows, JsonText, writeJsonPieces } from './json-pieces.ts'

const listPieces = (value: unknown): readonly string[] => [...writeJsonPieces(value)]

const repeatMember = (member: unknown, count = 60) => Array.from({ length: count }, () => member)

it('writeJsonPieces writes the same text as JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const each of [
        value,
        repeatMember(value),
        { a: repeatMember(value), b: undefined, c: Object.fromEntries(Object.entries(repeatMember(value))) },
      ]) {
        expect(listPieces(each).join('')).toBe(JSON.stringify(each))
      }
    }),
    { numRuns: 200 },
  )
})

it('writeJsonPieces inserts text that is already JSON', () => {
  const value = { a: { x: new JsonText('{"b":1}') }, c: [new JsonText('[2]'), 3] }
  expect(listPieces(value).join('')).toBe('{"a":{"x":{"b":1}},"c":[[2],3]}')
})

it('writeJsonPieces makes each row of a list only when the row is written', () => {
  let made = 0
  const rows = function* () {
    for (; made < 1_000; made += 1) yield { made, text: 'x'.repeat(1_000) }
  }
  const [first = '', ...rest] = writeJsonPieces({ list: new JsonRows(rows()) })
  expect(made).toBe(1_000)
  expect(JSON.parse(first + rest.join('')).list.length).toBe(1_000)
  made = 0
  writeJsonPieces({ list: new JsonRows(rows()) }).next()
  expect(made).toBeLessThan(100)
  expect(listPieces({ list: new JsonRows([]) }).join('')).toBe('{"list":[]}')
})

it('writeJsonPieces divides a long text into short pieces', () => {
  const written = listPieces({ list: repeatMember({ text: 'x'.repeat(1_000) }, 1_000) })
  expect(written.length).toBeGreaterThan(10)
  expect(Math.max(...written.map(({ length }) => length))).toBeLessThan(70_000)
})

it('writeJsonPieces leaves out undefined rows', () => {
  expect(listPieces(new JsonRows([undefined, 1, undefined, null])).join('')).toBe('[1,null]')
  expect(listPieces(new JsonRows([undefined])).join('')).toBe('[]')
})

it('writeJsonPieces reads the members of an object only when they are written', () => {
  const members = new JsonMembers([
    ['a "name"', '{"b":1}'],
    ['__proto__', '2'],
  ])
  expect(listPieces({ it: members }).join('')).toBe('{"it":{"a \\"name\\"":{"b":1},"__proto__":2}}')
  expect(listPieces(new JsonMembers([])).join('')).toBe('{}')
})

it('writeJsonPieces ends a piece after some milliseconds, even if the piece is empty', () => {
  const rows = function* () {
    for (let count = 0; count < 5; count += 1) {
      const untilMs = performance.now() + 11
      while (performance.now() < untilMs) {
        // A list whose rows are filtered yields undefined for a row that the filter removed.
      }
      yield undefined
    }
  }
  expect(listPieces(new JsonRows(rows())).length).toBeGreaterThan(4)
})
