import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { showValue } from './show.ts'

/** Renders the whole value as JSON and then cuts the text: a simple and slow version of showValue to compare with. */
function cutAfterwards(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`
}

describe('showValue', () => {
  it('showValue shows a value as JSON, and cuts a long text', () => {
    const long = anyText(300, 150)
    const holding = fc.record({ a: fc.jsonValue(), b: long, c: fc.constant(undefined) })
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue({ maxDepth: 5 }), long, holding), (value) => {
        expect(showValue(value)).toBe(cutAfterwards(value))
      }),
    )
  })

  it('showValue does not serialise more of a value than it shows', () => {
    let read = 0
    const counting = {
      get more() {
        read += 1
        return 'x'.repeat(50)
      },
    }
    expect(showValue(Array.from({ length: 5_000 }, () => counting))).toMatch(/^\[\{"more":"x{50}"\}.*…$/)
    expect(read).toBeLessThan(10)
  })

  it('showValue shows undefined as `nothing`', () => {
    expect(showValue(undefined)).toBe('nothing')
    expect(showValue(new Date(0))).toBe('"1970-01-01T00:00:00.000Z"')
  })
})
