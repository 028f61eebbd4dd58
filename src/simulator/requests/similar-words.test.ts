import { expect, it } from 'vitest'
import { errorCodes } from '../specification/errors.ts'
import { carrierNames, trackingStatuses } from '../specification/model.ts'
import { describeAllowedWords, hintAtWord, suggestWord } from './similar-words.ts'

it.each([
  ['RATE.EXPIRE', errorCodes, 'RATE.EXPIRED'],
  ['label.weight_exceeded', errorCodes, 'LABEL.WEIGHT.EXCEEDED'],
  ['WEIGHT.EXCEEDED', errorCodes, 'LABEL.WEIGHT.EXCEEDED'],
  ['fedx', carrierNames, 'FedEx'],
  ['USP', ['UPS', 'DHL'], 'UPS'],
  ['delivred', trackingStatuses, 'delivered'],
  ['for_delivery', trackingStatuses, 'out_for_delivery'],
])('hintAtWord suggests the known word that is similar to the misspelt word %s', (word, known, meant) => {
  expect(hintAtWord(word, known)).toBe(` (did you mean ${meant}?)`)
  expect(suggestWord(word, known)).toBe(` Did you mean ${meant}?`)
})

it.each([
  ['EXPIRED', errorCodes],
  ['transit', trackingStatuses],
  ['Correos', carrierNames],
  ['', carrierNames],
  ['S', carrierNames],
])('hintAtWord suggests nothing if no known word, or more than one, is similar to %j', (word, known) => {
  expect(hintAtWord(word, known)).toBe('')
})

it('hintAtWord suggests nothing for a very long word', () => {
  const word = 'x'.repeat(1_000)
  expect(hintAtWord(`${word}y`, [word])).toBe('')
})

it.each([
  ['UPSS', 'must be one of DHL, FedEx, UPS, USPS, not "UPSS" (did you mean UPS?)'],
  [7, 'must be one of DHL, FedEx, UPS, USPS, not 7'],
  [['UPS'], 'must be one of DHL, FedEx, UPS, USPS, not a list'],
  ['x'.repeat(99), `must be one of DHL, FedEx, UPS, USPS, not "${'x'.repeat(56)}...`],
])(
  'describeAllowedWords returns the end of a message for a value that is none of the known words: %j',
  (given, message) => {
    expect(describeAllowedWords(carrierNames, given)).toBe(message)
  },
)
