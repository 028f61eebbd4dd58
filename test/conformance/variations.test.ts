import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { tryVariation } from '../../src/conformance/selftest/variation-run.ts'
import { variations } from '../../src/conformance/selftest/variations.ts'
import { drawn, testSeed } from '../seed.ts'
import { type ServedSimulator, serveSimulator } from '../served-simulator.ts'

const sample = drawn(variations, 20)

describe(`a sound service unlike the simulator, as DRYDOCK_TEST_SEED=${testSeed} draws it`, () => {
  let simulator: ServedSimulator
  beforeAll(async () => {
    simulator = await serveSimulator()
  })
  afterAll(() => simulator.stop())

  it.each(sample.map((variation) => [variation.what, variation] as const))(
    'fails no rule: %s',
    async (_, variation) => {
      const { red, isInert } = await tryVariation(variation, { upstreamUrl: simulator.url, rules })
      expect(red.map(({ id, reason, expected, actual }) => ({ id, reason, expected, actual }))).toEqual([])
      expect(isInert).toBe(false)
    },
    120_000,
  )
})
