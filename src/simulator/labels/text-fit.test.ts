import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitText, leading } from './text-fit.ts'

/** Every letter half as wide as its size. */
const measure = (text: string) => text.length * 0.5
const room = { width: 100, height: 60, maxPt: 10, minPt: 5 }

describe('fitting text into a box', () => {
  test('a short text has full size', () => {
    expect(fitText(['Ann Lee', 'Main St'], room, measure)).toEqual({
      sizePt: 10,
      lines: ['Ann Lee', 'Main St'],
    })
  })

  test('a text shrinks a little before it wraps', () => {
    expect(fitText(['x'.repeat(24)], room, measure)).toEqual({ sizePt: 8.3, lines: ['x'.repeat(24)] })
  })

  test('a text wraps at a space if it would shrink too much', () => {
    const { sizePt, lines } = fitText(['one two three four five six seven'], room, measure)
    expect(sizePt).toBe(10)
    expect(lines).toEqual(['one two three four', 'five six seven'])
  })

  test('a word wider than the box is broken', () => {
    const { lines } = fitText(['x'.repeat(50)], room, measure)
    expect(lines).toEqual(['x'.repeat(20), 'x'.repeat(20), 'x'.repeat(10)])
  })

  test('wrapped text shrinks to its smallest size, then is cut with an ellipsis', () => {
    const { sizePt, lines } = fitText(['x'.repeat(500)], room, measure)
    expect(sizePt).toBe(5)
    expect(lines).toHaveLength(10)
    expect(lines.at(-1)).toBe(`${'x'.repeat(39)}…`)
  })

  test('the longest paragraph loses lines first, never the last line of a short one', () => {
    const { lines } = fitText(['x'.repeat(500), 'y'.repeat(500), 'Philadelphia PA 19103'], room, measure)
    expect(lines.filter((line) => line.startsWith('x'))).toHaveLength(4)
    expect(lines.filter((line) => line.startsWith('y'))).toHaveLength(5)
    expect(lines.at(-1)).toBe('Philadelphia PA 19103')
  })

  test('any text stays inside its box', () => {
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

  test('a 500-letter word is measured by its letters', () => {
    let calls = 0
    const counted = (text: string) => {
      calls += 1
      return measure(text)
    }
    fitText(['W'.repeat(500)], room, counted)
    expect(calls).toBeLessThan(100)
  })
})
