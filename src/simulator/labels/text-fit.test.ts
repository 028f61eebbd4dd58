import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitText, leading } from './text-fit.ts'

/** Measures a text as if every letter were half as wide as its font size. */
const measure = (text: string) => text.length * 0.5
const room = { width: 100, height: 60, maxPt: 10, minPt: 5 }

describe('fitting a text into a box of a label', () => {
  test('a short text fits into its box on a label at full size', () => {
    expect(fitText(['Ann Lee', 'Main St'], room, measure)).toEqual({
      sizePt: 10,
      lines: ['Ann Lee', 'Main St'],
    })
  })

  test('a text that is slightly too long for its box on a label is shrunk instead of wrapped', () => {
    expect(fitText(['x'.repeat(24)], room, measure)).toEqual({ sizePt: 8.3, lines: ['x'.repeat(24)] })
  })

  test('a text that would have to shrink too much for its box on a label is wrapped at a space', () => {
    const { sizePt, lines } = fitText(['one two three four five six seven'], room, measure)
    expect(sizePt).toBe(10)
    expect(lines).toEqual(['one two three four', 'five six seven'])
  })

  test('a word that is wider than its box on a label is broken', () => {
    const { lines } = fitText(['x'.repeat(50)], room, measure)
    expect(lines).toEqual(['x'.repeat(20), 'x'.repeat(20), 'x'.repeat(10)])
  })

  test('a wrapped text on a label shrinks to the smallest size, and then its end is cut with an ellipsis', () => {
    const { sizePt, lines } = fitText(['x'.repeat(500)], room, measure)
    expect(sizePt).toBe(5)
    expect(lines).toHaveLength(10)
    expect(lines.at(-1)).toBe(`${'x'.repeat(39)}…`)
  })

  test('if several paragraphs on a label do not fit into their box, the longest paragraph loses lines first', () => {
    const { lines } = fitText(['x'.repeat(500), 'y'.repeat(500), 'Philadelphia PA 19103'], room, measure)
    expect(lines.filter((line) => line.startsWith('x'))).toHaveLength(4)
    expect(lines.filter((line) => line.startsWith('y'))).toHaveLength(5)
    expect(lines.at(-1)).toBe('Philadelphia PA 19103')
  })

  test('any text on a label is fitted into its box', () => {
    const paragraphs = fc.array(fc.string({ maxLength: 300, minLength: 1 }), { minLength: 1, maxLength: 7 })
    fc.assert(
      fc.property(paragraphs, (texts) => {
        const { sizePt, lines } = fitText(texts, room, measure)
        expect(lines.length * sizePt * leading).toBeLessThanOrEqual(room.height + 0.001)
        for (const line of lines) expect(measure(line) * sizePt).toBeLessThanOrEqual(room.width + 0.001)
        expect(sizePt).toBeGreaterThanOrEqual(room.minPt)
      }),
    )
  })

  test('the width of a word of 500 letters on a label is the sum of the widths of its letters', () => {
    let calls = 0
    const measureAndCount = (text: string) => {
      calls += 1
      return measure(text)
    }
    fitText(['W'.repeat(500)], room, measureAndCount)
    expect(calls).toBeLessThan(100)
  })
})
