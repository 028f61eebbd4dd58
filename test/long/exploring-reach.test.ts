import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCoveredByRules } from '../../src/conformance/explore/choices/cells.ts'
import { isScenarioCell } from '../../src/conformance/explore/choices/choice.ts'
import { runRandomWalks } from '../../src/conformance/explore/exploration.ts'
import { oracles } from '../../src/conformance/explore/oracles/oracles.ts'
import { openSimulatorHost, type SimulatorHost } from '../support/conformance/exploring-host.ts'

let exploring: SimulatorHost
beforeAll(async () => {
  exploring = await openSimulatorHost()
})
afterAll(() => exploring.close())

const exploreWith = async (extent: Partial<Parameters<typeof runRandomWalks>[1]['extent']>) => {
  const { host, can } = exploring
  return runRandomWalks(host, {
    extent: { seed: 'a', walks: 8, parallelWalks: 2, length: 25, ...extent },
    can,
    oracles,
  })
}

test('random calls of the suite reach cases that no other rule reaches, even without --explore', async () => {
  const countBeyond = async (goesBeyondRules: boolean) => {
    let reached = 0
    for (const seed of ['a', 'b', 'c']) {
      const { coverage } = await exploreWith({ seed, goesBeyondRules })
      reached += coverage.names().filter((name) => !isScenarioCell(name) && !isCoveredByRules(name)).length
    }
    return reached
  }
  expect(await countBeyond(true)).toBeGreaterThan(await countBeyond(false))
})

test('random calls of the suite include slow carriers, repeated webhook URLs and old resources among many', async () => {
  const { coverage } = await exploreWith({ seed: 'unusual', walks: 48, parallelWalks: 8 })
  const scenarios = coverage.names().filter(isScenarioCell).join()
  for (const kind of ['slow carriers', 'same URL again', 'first after many'])
    expect(scenarios).toContain(kind)
})
