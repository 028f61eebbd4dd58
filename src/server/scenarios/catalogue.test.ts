import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFault } from '../../simulator/faults/read-fault.ts'
import { modesOf } from '../../simulator/faults/targets.ts'
import { listScenarioFaults, listWalletSteps } from '../../simulator/scenarios/scenario.ts'
import { scenarioNames } from '../../simulator/scenarios/scenario-names.ts'
import { findBuiltInScenario, listBuiltInScenarioNames, listBuiltInScenarios } from './catalogue.ts'

function readBuiltInScenario(name: string) {
  const found = findBuiltInScenario(name)
  if (found === undefined) throw new Error(`No built-in scenario ${name}.`)
  return found
}

describe('the built-in scenarios', () => {
  it('every built-in scenario has a name and a description', () => {
    const all = listBuiltInScenarios()
    expect(all.map(({ name }) => name)).toEqual(scenarioNames)
    expect(listBuiltInScenarioNames()).toEqual(all.map(({ name }) => name))
    expect(findBuiltInScenario('no-such-day')).toBeUndefined()
    expect(all.filter(({ description }) => description.length < 40)).toEqual([])
  })

  it('every fault of a built-in scenario is valid and ends by itself', () => {
    for (const { name } of listBuiltInScenarios()) {
      for (const fault of listScenarioFaults(readBuiltInScenario(name))) {
        expect(readFault({ ...fault })).toEqual({ fault })
        expect([name, fault.lasts]).toEqual([name, expect.stringMatching(/^\d/)])
      }
    }
  })

  it('the scenario carrier-outage takes one carrier down for ten minutes', () => {
    expect(listScenarioFaults(readBuiltInScenario('carrier-outage'))).toEqual([
      { target: 'carrier:UPS', mode: 'down', message: expect.any(String), starts_in: '0s', lasts: '10m' },
    ])
  })

  it('the scenario rolling-outage takes down all four carriers one after another', () => {
    const steps = listScenarioFaults(readBuiltInScenario('rolling-outage')).map(({ target, starts_in }) => [
      starts_in,
      target,
    ])
    expect(steps).toEqual([
      ['0s', 'carrier:USPS'],
      ['4m', 'carrier:UPS'],
      ['8m', 'carrier:FedEx'],
      ['12m', 'carrier:DHL'],
      ['18m', 'carrier:*'],
    ])
  })

  it('the scenario peak-season has slow carriers and timeouts, and the scenario webhook-trouble every webhook fault', () => {
    expect(listScenarioFaults(readBuiltInScenario('peak-season')).map(({ mode }) => mode)).toEqual(
      expect.arrayContaining(['slow', 'timeout']),
    )
    expect(
      new Set(
        listScenarioFaults(readBuiltInScenario('webhook-trouble')).map(
          ({ target, mode }) => `${target} ${mode}`,
        ),
      ),
    ).toEqual(new Set(modesOf('webhook').map((mode) => `webhook ${mode}`)))
  })

  it('the scenario bad-day-at-the-bank declines the card, removes it, stops auto-reload and recovers', () => {
    const scenario = readBuiltInScenario('bad-day-at-the-bank')
    expect(listScenarioFaults(scenario)).toEqual([])
    expect(listWalletSteps(scenario)).toEqual([
      {
        atMs: 0,
        wallet: {
          balance_cents: 0,
          payment_method: 'declined',
          auto_reload: { threshold_cents: 2_000, amount_cents: 10_000 },
        },
      },
      { atMs: 900_000, wallet: { payment_method: 'none' } },
      { atMs: 1_800_000, wallet: { balance_cents: 0, auto_reload: null } },
      { atMs: 2_400_000, wallet: { balance_cents: 100_000, payment_method: 'valid' } },
    ])
  })

  it('listBuiltInScenarios refuses a scenario whose name differs from its file name, and ignores other files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'drydock-scenarios-'))
    try {
      writeFileSync(join(folder, 'notes.txt'), 'no scenario')
      expect(listBuiltInScenarios(folder)).toEqual([])
      const timeline = 'timeline:\n  - at: 0s\n    wallet: { balance_cents: 0 }\n'
      writeFileSync(join(folder, 'rain.yaml'), `name: snow\ndescription: It snows.\n${timeline}`)
      expect(() => listBuiltInScenarios(folder)).toThrow(
        'rain.yaml must have the scenario name rain, not snow.',
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
