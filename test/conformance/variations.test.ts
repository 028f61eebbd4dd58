import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { tryVariation } from '../../src/conformance/selftest/variation-run.ts'
import { variations } from '../../src/conformance/selftest/variations.ts'
import { type ServedSimulator, serveSimulator } from '../served-simulator.ts'

describe('a service that is sound and unlike the simulator', () => {
  let simulator: ServedSimulator
  beforeAll(async () => {
    simulator = await serveSimulator()
  })
  afterAll(() => simulator.stop())

  it.each(variations.map((variation) => [variation.what, variation] as const))(
    'fails no rule: %s',
    async (_, variation) => {
      const { red, isInert } = await tryVariation(variation, { upstreamUrl: simulator.url, rules })
      expect(red.map(({ id, reason, expected, actual }) => ({ id, reason, expected, actual }))).toEqual([])
      expect(isInert).toBe(false)
    },
    120_000,
  )
})
