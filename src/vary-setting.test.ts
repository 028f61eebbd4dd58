import { expect, it } from 'vitest'
import { findNamedVariations, readVarySetting } from './vary-setting.ts'

const readVariationIds = (text: string) => {
  const reading = readVarySetting(text)
  return 'problem' in reading ? reading.problem : reading.variations.map(({ id }) => id)
}

it('readVarySetting returns each named variation once, in the order in which variations are applied', () => {
  expect(readVariationIds('lower-case-headers, uuids,uuids')).toEqual(['uuids', 'lower-case-headers'])
  expect(findNamedVariations([])).toEqual({ variations: [] })
})

it.each([
  ['uuid', "has no variation 'uuid' (did you mean uuids?)"],
  ['nothing-like-it', "has no variation 'nothing-like-it'; drydock variations lists them"],
  ['packed', "has no variation 'packed'; drydock variations lists them"],
  ['all-of:0', "needs a number from 1 to 5 after all-of:, not '0'"],
  ['seed:x', "needs a number of up to 9 digits after seed:, not 'x'"],
  [
    'wallet-as-list,uuids,wallet-otherwise',
    'cannot combine wallet-as-list and wallet-otherwise, because both change the wallet; choose one of them',
  ],
])('readVarySetting refuses %s and explains why', (text, problem) => {
  expect(readVariationIds(text)).toBe(problem)
})
