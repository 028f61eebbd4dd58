import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { toLatin, unprintable } from './latin.ts'

describe('text for a Latin printer font', () => {
  test.each([
    ['plain text', '350 5th Ave, Apt #4-B', '350 5th Ave, Apt #4-B'],
    ['accents that the font has', 'José Müñoz, Ærøskøbing, Žižkov', 'José Müñoz, Ærøskøbing, Žižkov'],
    ['accents written as combining marks', 'Jose\u0301', 'José'],
    ['accents that the font lacks', 'Őry Łódź Gdańsk Şişli Iğdır Ţară', 'Ory Lódz Gdansk Sisli Igdir Tara'],
    ['stacked accents', 'Nguyễn Thị Phượng', 'Nguyen Thi Phuong'],
    ['Greek', 'Σοφία Ψαρρά', 'Sofia Psarra'],
    ['Cyrillic', 'Щукин Жанна, ул. Ленина', 'Shchukin Zhanna, ul. Lenina'],
    ['full-width forms and ligatures', 'ＡＢＣ１２３ ﬁn', 'ABC123 fin'],
    ['digits of other scripts', '٤٢ ۴۲ ४२', '42 42 42'],
    ['typographic dashes and quotes', '1‑2 “x” ‹y› 5′', "1-2 “x” ‹y› 5'"],
  ])('text for a Latin font, %s: %s becomes %s', (_, text, printed) => {
    expect(toLatin(text)).toBe(printed)
  })

  test('text for a Latin font becomes one line with single spaces', () => {
    expect(toLatin('  Ann\r\n\tLee\u2028Smith\u00a0 Jr.\u0000 ')).toBe('Ann Lee Smith Jr.')
  })

  test('text for a Latin font loses direction marks, joiners and soft hyphens', () => {
    expect(toLatin('\u202eAnn\u200d Lee\u00ad\ufeff')).toBe('Ann Lee')
  })

  test('a text for a Latin font gets one empty frame for each character that the font lacks', () => {
    expect(toLatin('田中 Taro')).toBe(`${unprintable}${unprintable} Taro`)
    expect(toLatin('👍🏽 ok')).toBe(`${unprintable} ok`)
    expect(toLatin('مرحبا')).toBe(unprintable.repeat(5))
  })

  test('text for a Latin font has only characters of the font, whatever the text was', () => {
    fc.assert(
      fc.property(anyText(60), (text) => {
        const printed = toLatin(text)
        expect(printed).toMatch(/^[\x20-\x7e\u00a1-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\ufffd]*$/)
        expect(printed).not.toContain('\u00ad')
        expect(toLatin(printed.replaceAll(unprintable, 'x'))).toBe(printed.replaceAll(unprintable, 'x'))
      }),
    )
  })

  test('text for a Latin font gets one empty frame for a lone surrogate', () => {
    expect(toLatin('a\ud800b')).toBe(`a${unprintable}b`)
  })
})
