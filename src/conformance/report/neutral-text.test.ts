import { describe, expect, it } from 'vitest'
import { escapeMarkup, escapeMarkupAndLineEnds, neutralise, neutraliseStart } from './neutral-text.ts'

describe('a text of the target', () => {
  it.each([
    ['two\nlines\r\n::set-output name=x::y', 'two\\nlines\\r\\n::set-output name=x::y'],
    ['\u001b[31mred\u0000\ttab', '\\u001b[31mred\\u0000\\ttab'],
    [
      '##vso[task.setvariable]x ##[group]y ## heading',
      '#\\u0023vso[task.setvariable]x #\\u0023[group]y ## heading',
    ],
    ['a\u009b31m\u202eb\u2066c\u200fd\u061ce', 'a\\u009b31m\\u202eb\\u2066c\\u200fd\\u061ce'],
    ['half \ud800 a character', 'half \ufffd a character'],
  ])(
    'neutralise turns the text %j of a target into one harmless line, and leaves that line unchanged',
    (text, shown) => {
      expect(neutralise(text)).toBe(shown)
      expect(neutralise(neutralise(text))).toBe(shown)
    },
  )

  it('neutraliseStart cuts a long text of the target between characters and adds the length of the text', () => {
    expect(neutraliseStart('short', 5)).toBe('short')
    expect(neutraliseStart('ab\u{1f600}cd', 3)).toBe('ab\ufffd… (6 characters)')
  })

  it('escapeMarkupAndLineEnds keeps line breaks as character references, and escapeMarkup does not', () => {
    expect(escapeMarkupAndLineEnds('<a>\r\n\t::error::b\n')).toBe('&lt;a&gt;&#10;&#9;::error::b&#10;')
    expect(escapeMarkup('a\n"b"')).toBe('a\\n&quot;b&quot;')
  })
})
