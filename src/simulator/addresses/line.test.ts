import { expect, test } from 'vitest'
import { cleanLine, hasDigit, isOrdinal, splitIntoWords } from './line.ts'

test.each([
  ['123 main street', '123 MAIN STREET'],
  ['  123   Main\tStreet\n', '123 MAIN STREET'],
  ['main ', 'MAIN'],
  ['No .5', 'NO 5'],
  ['P.O. Box 5', 'PO BOX 5'],
  ['St.Louis Ave.', 'ST LOUIS AVE'],
  ['Mile 39.2, Rte. 1', 'MILE 39.2 RTE 1'],
  ["O'Farrell St. (rear)", 'OFARRELL ST REAR'],
  ['O’Farrell “St”', 'OFARRELL ST'],
  ['10-12 1/2 A&B #4', '10-12 1/2 A&B #4'],
  ['straße', 'STRASSE'],
  ['i ı', 'I I'],
  ['東京都　千代田区', '東京都 千代田区'],
  ['Ünï ﬁn é', 'ÜNÏ FIN É'],
  ['🏠 home', '🏠 HOME'],
  ['a\u0000b\u009fc', 'A B C'],
  ['...', ''],
  ['   ', ''],
])('the address line %j is cleaned to %j', (text, line) => {
  expect(cleanLine(text)).toBe(line)
})

test('cleaning an address line that is clean already changes nothing, even if the line is long', () => {
  for (const piece of ['A ', '1.', "'", '\n', 'A.', '# ', ' ', 'É']) {
    const text = piece.repeat(500 / piece.length)
    expect(cleanLine(cleanLine(text))).toBe(cleanLine(text))
  }
})

test('the sign # in an address line counts as a separate word', () => {
  expect(splitIntoWords('12 Elm St #4')).toEqual(['12', 'ELM', 'ST', '#', '4'])
  expect(splitIntoWords(' ')).toEqual([])
})

test('digits of every script in an address line become ASCII digits', () => {
  for (const word of ['4', '221B', '１丁目', '٣', '४']) expect(hasDigit(word)).toBe(true)
  for (const word of ['', 'FOUR', '東京', 'Ⅳ', '🏠']) expect(hasDigit(word)).toBe(false)
})

test('only a number with an ordinal ending, such as 42nd, is an ordinal', () => {
  for (const word of ['1ST', '42ND', '3RD', '5TH']) expect(isOrdinal(word)).toBe(true)
  for (const word of ['5', 'TH', '5THX', '5A', 'A5TH']) expect(isOrdinal(word)).toBe(false)
})
