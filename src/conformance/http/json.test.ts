import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeJsonExcess, parseJsonBody } from './json.ts'

const maxLevels = 500

const nestJson = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const parseText = (text: string): unknown => parseJsonBody(Buffer.from(text))

describe('JSON bodies of a target', () => {
  it('parseJsonBody reads any JSON value like JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 4 }), (value, indentation) => {
        // parseJsonBody counts the levels of nesting only in a text of more than 1,000 bytes, so this text is longer.
        const text = JSON.stringify([value, 'x'.repeat(2 * maxLevels)], null, indentation)
        expect(parseText(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('parseJsonBody reads JSON to the maximum depth and refuses deeper JSON', () => {
    expect(parseText(nestJson(maxLevels))).toBeDefined()
    expect(parseText(nestJson(maxLevels + 1))).toBeUndefined()
    expect(parseText(` \r\n\t${nestJson(maxLevels + 1)}`)).toBeUndefined()
    expect(parseText(`{"a":${nestJson(maxLevels)}}`)).toBeUndefined()
  })

  it.each([
    ['brackets in a text', nestJson(maxLevels + 1)],
    ['brackets after a quote in a text', `"${'['.repeat(maxLevels + 1)}`],
    ['a text that ends in backslashes', '\\'.repeat(2 * maxLevels)],
    ['many lists side by side', nestJson(1).repeat(2 * maxLevels)],
  ])('parseJsonBody does not count %s as nesting', (_, text) => {
    const value = [text, Array.from({ length: maxLevels }, () => [{}])]
    expect(parseText(JSON.stringify(value))).toEqual(value)
  })

  it('parseJsonBody returns undefined for a text that is not JSON', () => {
    for (const text of ['', '{', `["${'\\\\'.repeat(2 * maxLevels)}`]) expect(parseText(text)).toBeUndefined()
    expect(parseText('null')).toBeNull()
  })

  it('describeJsonExcess ignores brackets in a text that is not JSON', () => {
    expect(describeJsonExcess(Buffer.from(`%PDF-1.7\n${'['.repeat(4 * maxLevels)}`))).toBeUndefined()
  })

  it('parseJsonBody reads JSON with a million values and refuses more', () => {
    const items = (count: number) => `[${'0,'.repeat(count - 1)}0]`
    expect(parseText(items(999_999))).toHaveLength(999_999)
    expect(describeJsonExcess(Buffer.from(items(1_100_000)))).toBe('more than 1000000 values')
    expect(describeJsonExcess(Buffer.from(`[${'{},'.repeat(600_000)}{}]`))).toBe('more than 1000000 values')
    expect(describeJsonExcess(Buffer.from(JSON.stringify([','.repeat(1_100_000)])))).toBeUndefined()
  })
})
