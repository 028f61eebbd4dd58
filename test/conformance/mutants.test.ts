import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { type MutantResult, runKillMatrix } from '../../src/conformance/selftest/kill-matrix.ts'
import { mutants } from '../../src/conformance/selftest/mutant-catalogue.ts'
import { drawn, testSeed } from '../seed.ts'
import { type ServedSimulator, serveSimulator } from '../served-simulator.ts'
import { unclearFindings } from './words.ts'

const sample = drawn(mutants, 12)

describe(`a service that deviates, as DRYDOCK_TEST_SEED=${testSeed} draws it`, () => {
  let simulator: ServedSimulator
  let results: ReadonlyMap<string, MutantResult>
  beforeAll(async () => {
    simulator = await serveSimulator()
    const found = await runKillMatrix(sample, { upstreamUrl: simulator.url, rules, concurrency: 4 })
    results = new Map(found.map((result) => [result.mutant.id, result]))
  }, 300_000)
  afterAll(() => simulator.stop())

  it.each(sample.map(({ id, deviation }) => [id, deviation] as const))('is caught: %s. %s', (id) => {
    const result = results.get(id)
    expect({ verdict: result?.verdict, survivors: result?.survivors }).toEqual({
      verdict: 'killed',
      survivors: [],
    })
    expect(unclearFindings(result?.found ?? [])).toEqual([])
  })
})
