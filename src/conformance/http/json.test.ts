import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeExcess, parseJsonBody } from './json.ts'

const mostLevels = 500

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const read = (text: string): unknown => parseJsonBody(Buffer.from(text))

describe('JSON that somebody else has written', () => {
  it('reads JSON as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 4 }), (value, indentation) => {
        // The text is long enough for the reader to count its levels.
        const text = JSON.stringify([value, 'x'.repeat(2 * mostLevels)], null, indentation)
        expect(read(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('reads JSON to the maximum depth and refuses deeper JSON', () => {
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
  ])('does not count %s as depth', (_, text) => {
    const value = [text, Array.from({ length: mostLevels }, () => [{}])]
    expect(read(JSON.stringify(value))).toEqual(value)
  })

  it('returns undefined for text that is no JSON', () => {
    for (const text of ['', '{', `["${'\\\\'.repeat(2 * mostLevels)}`]) expect(read(text)).toBeUndefined()
    expect(read('null')).toBeNull()
  })

  it('does not count brackets in text that is no JSON', () => {
    expect(describeExcess(Buffer.from(`%PDF-1.7\n${'['.repeat(4 * mostLevels)}`))).toBeUndefined()
  })

  it('reads JSON with a million values and refuses more', () => {
    const items = (count: number) => `[${'0,'.repeat(count - 1)}0]`
    expect(read(items(999_999))).toHaveLength(999_999)
    expect(describeExcess(Buffer.from(items(1_100_000)))).toBe('more than 1000000 values')
    expect(describeExcess(Buffer.from(`[${'{},'.repeat(600_000)}{}]`))).toBe('more than 1000000 values')
    expect(describeExcess(Buffer.from(JSON.stringify([','.repeat(1_100_000)])))).toBeUndefined()
  })
})
