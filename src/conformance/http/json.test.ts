import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeExcess, parseJsonBody } from './json.ts'

const mostLevels = 500

const nestJson = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const read = (text: string): unknown => parseJsonBody(Buffer.from(text))

describe('JSON that somebody else has written', () => {
  it('reads any JSON value like JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 4 }), (value, indentation) => {
        // The text is long enough for the reader to count its levels.
        const text = JSON.stringify([value, 'x'.repeat(2 * mostLevels)], null, indentation)
        expect(read(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('reads JSON to the maximum depth and refuses deeper JSON', () => {
    expect(read(nestJson(mostLevels))).toBeDefined()
    expect(read(nestJson(mostLevels + 1))).toBeUndefined()
    expect(read(` \r\n\t${nestJson(mostLevels + 1)}`)).toBeUndefined()
    expect(read(`{"a":${nestJson(mostLevels)}}`)).toBeUndefined()
  })

  it.each([
    ['brackets in a text', nestJson(mostLevels + 1)],
    ['brackets after a quote in a text', `"${'['.repeat(mostLevels + 1)}`],
    ['a text that ends in backslashes', '\\'.repeat(2 * mostLevels)],
    ['many lists side by side', nestJson(1).repeat(2 * mostLevels)],
  ])('the depth of JSON does not count %s', (_, text) => {
    const value = [text, Array.from({ length: mostLevels }, () => [{}])]
    expect(read(JSON.stringify(value))).toEqual(value)
  })

  it('reading a text that is not JSON returns undefined', () => {
    for (const text of ['', '{', `["${'\\\\'.repeat(2 * mostLevels)}`]) expect(read(text)).toBeUndefined()
    expect(read('null')).toBeNull()
  })

  it('the depth of JSON does not count brackets in a text that is not JSON', () => {
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
