import { expect, it } from 'vitest'
import { carrierNames as inTheProof } from '../../src/conformance/proof/quotes.ts'
import { carrierNames } from '../../src/simulator/specification/model.ts'

it('the proof of the suite has the carrier names of the simulator', () => {
  expect(inTheProof).toEqual(carrierNames)
})
