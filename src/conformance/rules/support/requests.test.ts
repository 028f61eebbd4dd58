import { describe, expect, it } from 'vitest'
import { makeUnknownIdLike } from './requests.ts'

describe('makeUnknownIdLike', () => {
  const maskCharacters = (id: string): string =>
    id
      .replace(/[0-9]/g, '0')
      .replace(/[a-f]/g, 'a')
      .replace(/[A-F]/g, 'A')
      .replace(/[g-z]/g, 'z')
      .replace(/[G-Z]/g, 'Z')

  it.each([
    'bat_0123456789abcdef',
    '0e8b5e0c-7b54-4d3a-9a53-2f1d6c8e9ab1',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'lbl_22222222',
    'trk_yzyzyzyz',
  ])('makeUnknownIdLike returns an unknown id in the form of the real id %s', (given) => {
    const other = makeUnknownIdLike(given, 'none')
    expect(other).not.toBe(given)
    expect(maskCharacters(other)).toBe(maskCharacters(given))
    expect(other.slice(0, -8)).toBe(given.slice(0, -8))
  })

  it('makeUnknownIdLike returns the fixed unknown id if the real id looks like a counter', () => {
    expect(makeUnknownIdLike('lbl_17', 'lbl_0')).toBe('lbl_0')
  })
})
