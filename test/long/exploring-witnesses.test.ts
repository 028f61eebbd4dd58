import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explorationMutants, provedMutants } from '../../src/conformance/rules/exploring/mutants/all.ts'
import { foundBy } from '../../src/conformance/rules/exploring/mutants/found-by.ts'
import { openAlteredService } from '../../src/conformance/selftest/altered-service.ts'
import { loadMutants } from '../../src/conformance/selftest/mutant-catalogue.ts'
import { type Drydock, startDrydock } from '../../src/index.ts'
import { witnesses } from '../conformance/witnesses/all.ts'
import { World } from '../conformance/witnesses/world.ts'
import { expectDeviations } from '../support/described-answers.ts'

let dock: Drydock
beforeAll(async () => {
  dock = await startDrydock({ rateLimits: 'on' })
})
afterAll(() => dock.close())

const byId = new Map(Object.entries(witnesses))

it('every deviation has its witness, and every witness its deviation', async () => {
  const ids = explorationMutants.map(({ id }) => id)
  expect([...byId.keys()].sort()).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(ids.length)
  const others = (await loadMutants()).filter((each) => !provedMutants.includes(each))
  expect(others.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual([])
  expect(Object.keys(foundBy).filter((id) => !ids.includes(id))).toEqual([])
})

describe.each(explorationMutants)('$id', (mutant) => {
  const shown = async (baseUrl: string): Promise<boolean | undefined> => {
    const world = new World(baseUrl)
    const shows = await byId.get(mutant.id)?.shows(world)
    await world.close()
    return shows
  }

  it('shows on the service that has it, and not on the good one', async () => {
    const service = await openAlteredService(dock.url, mutant.open())
    expectDeviations(new URL(service.baseUrl).origin)
    expect(await shown(service.baseUrl)).toBe(true)
    expect(service.applied()).toBeGreaterThan(0)
    await service.close()
    expect(await shown(dock.url)).toBe(false)
  })
})
