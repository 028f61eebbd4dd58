import { expect, it } from 'vitest'
import { readVary, readVaryNames } from './vary-setting.ts'

const idsOf = (text: string) => {
  const reading = readVary(text)
  return 'problem' in reading ? reading.problem : reading.variations.map(({ id }) => id)
}

it('reads names in the order in which they are applied, each once', () => {
  expect(idsOf('lower-case-headers, uuids,uuids')).toEqual(['uuids', 'lower-case-headers'])
  expect(readVaryNames([])).toEqual({ variations: [] })
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
])('refuses %s and says what is wrong', (text, problem) => {
  expect(idsOf(text)).toBe(problem)
})
