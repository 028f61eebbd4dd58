import { expect, it } from 'vitest'
import { carrierNames as inTheProof } from '../../src/conformance/proof/quotes.ts'
import { carrierNames } from '../../src/simulator/specification/model.ts'

it('the self-test of the suite uses the same carrier names as the simulator', () => {
  expect(inTheProof).toEqual(carrierNames)
})
