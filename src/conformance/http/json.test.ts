import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excessOf, jsonIn } from './json.ts'

const mostLevels = 500

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const read = (text: string): unknown => jsonIn(Buffer.from(text))

describe('JSON that somebody else has written', () => {
  it('is read as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 4 }), (value, indentation) => {
        // Long enough that its levels are counted.
        const text = JSON.stringify([value, 'x'.repeat(2 * mostLevels)], null, indentation)
        expect(read(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('is read down to so many levels, and not if there are more', () => {
    expect(read(nested(mostLevels))).toBeDefined()
    expect(read(nested(mostLevels + 1))).toBeUndefined()
    expect(read(` \r\n\t${nested(mostLevels + 1)}`)).toBeUndefined()
    expect(read(`{"a":${nested(mostLevels)}}`)).toBeUndefined()
  })

  it.each([
    ['brackets in a text', nested(mostLevels + 1)],
    ['brackets after a quote in a text', `"${'['.repeat(mostLevels + 1)}`],
    ['a text that ends in backslashes', '\\'.repeat(2 * mostLevels)],
    ['many lists side by side', nested(1).repeat(2 * mostLevels)],
  ])('is not deep for %s', (_, text) => {
    const value = [text, Array.from({ length: mostLevels }, () => [{}])]
    expect(read(JSON.stringify(value))).toEqual(value)
  })

  it('is undefined where it is none', () => {
    for (const text of ['', '{', `["${'\\\\'.repeat(2 * mostLevels)}`]) expect(read(text)).toBeUndefined()
    expect(read('null')).toBeNull()
  })

  it('is nothing whose brackets are counted in what is no JSON', () => {
    expect(excessOf(Buffer.from(`%PDF-1.7\n${'['.repeat(4 * mostLevels)}`))).toBeUndefined()
  })

  it('is read up to a million values, and not if there are more', () => {
    const items = (count: number) => `[${'0,'.repeat(count - 1)}0]`
    expect(read(items(999_999))).toHaveLength(999_999)
    expect(excessOf(Buffer.from(items(1_100_000)))).toBe('more than 1000000 values')
    expect(excessOf(Buffer.from(`[${'{},'.repeat(600_000)}{}]`))).toBe('more than 1000000 values')
    expect(excessOf(Buffer.from(JSON.stringify([','.repeat(1_100_000)])))).toBeUndefined()
  })
})
