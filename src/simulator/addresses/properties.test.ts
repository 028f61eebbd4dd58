import fc from 'fast-check'
import { expect, test } from 'vitest'
import words from '../../../fixtures/addresses/words.json' with { type: 'json' }
import { anyText } from '../../../test/support/any-text.ts'
import type { Address } from '../specification/model.ts'
import { assessAddress } from './assess.ts'
import { explainUndeliverable } from './deliverability.ts'
import { isResidential } from './kind.ts'
import { normaliseAddress } from './normalise.ts'

/** Draws any text that a client may send, also with lone surrogates and control characters. */
const oddText = fc.oneof(
  anyText(500),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom(' ', '.', "'", '#', '1', 'a', 'É', 'ß', '\n', ',', '\ud83d', '\u0345', '/', '-'),
    maxLength: 500,
  }),
)

const vocabulary = [
  ...Object.entries(words.suffixes).flat(2),
  ...Object.entries({ ...words.directionals, ...words.ruralRoutes }).flat(2),
  ...Object.entries({ ...words.unitsNamingTheirOccupant, ...words.unitsNeedingANumber }).flat(2),
  ...Object.entries(words.unitsStandingAlone).flat(2),
  ...words.poBoxes,
  ...words.numberedRoads,
  ...words.militaryUnits,
]
const rareWords = [
  'MAIN',
  'elm',
  '12',
  '4B',
  '1/2',
  '5TH',
  '#',
  '#7',
  'A',
  'P.O.',
  "O'Neil",
  '１',
  'PO',
  'BOX',
  'ONE',
]
/** Draws street lines from words that normalising an address changes or depends on, in any order. */
const anyStreet = fc
  .array(fc.oneof(fc.constantFrom(...vocabulary), fc.constantFrom(...rareWords)), { maxLength: 9 })
  .map((parts) => parts.join(' '))

const anyLine = fc.oneof({ weight: 3, arbitrary: anyStreet }, { weight: 1, arbitrary: oddText })
const knownPlaces = fc.constantFrom(
  { city: 'San Francisco', state: 'California', zip: '94107', country: 'us' },
  { city: "Coeur d'Alene", state: 'ID', zip: '838141234', country: 'US' },
  { city: 'APO', state: 'AE', zip: '09012', country: 'US' },
  { city: 'Berlin', state: '', zip: '10115', country: 'DE' },
  { city: 'London', state: '', zip: 'NW1 6XE', country: 'GB' },
)
const anyPlace = fc.record({
  city: oddText,
  state: oddText,
  zip: oddText,
  country: fc.oneof(oddText, fc.constant('US')),
})
const anyAddress: fc.Arbitrary<Address> = fc
  .tuple(
    fc.record({ street1: anyLine }),
    fc.oneof({ weight: 3, arbitrary: knownPlaces }, { weight: 1, arbitrary: anyPlace }),
    fc.record(
      { name: oddText, company: oddText, street2: anyLine, phone: oddText, email: oddText },
      { requiredKeys: [] },
    ),
  )
  .map((parts) => Object.assign({}, ...parts))

test('normalising any address a second time changes nothing', () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      const once = normaliseAddress(address)
      expect(normaliseAddress(once)).toEqual(once)
    }),
    { numRuns: 1000 },
  )
})

test('normalising any address does not change its assessment', () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      const printed = normaliseAddress(address)
      expect(assessAddress(printed)).toEqual(assessAddress(address))
      expect(isResidential(printed)).toBe(isResidential(address))
    }),
    { numRuns: 1000 },
  )
})

test('every suggestion for any address is complete and deliverable', () => {
  const found = { deliverable: 0, undeliverable: 0, ambiguous: 0 }
  fc.assert(
    fc.property(anyAddress, (address) => {
      const assessment = assessAddress(address)
      found[assessment.kind] += 1
      if (assessment.kind === 'undeliverable') expect(assessment.reason).toBe(explainUndeliverable(address))
      else expect(explainUndeliverable(address)).toBeUndefined()
      if (assessment.kind !== 'ambiguous') return
      const { city, state, zip, country } = normaliseAddress(address)
      expect(new Set(assessment.suggestions.map(({ street1 }) => street1)).size).toBeGreaterThanOrEqual(2)
      for (const suggestion of assessment.suggestions) {
        expect(suggestion).toMatchObject({ city, state, zip, country })
        expect(assessAddress(suggestion)).toMatchObject({ kind: 'deliverable', address: suggestion })
      }
    }),
    { numRuns: 1000 },
  )
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(20)
})
