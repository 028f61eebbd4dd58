import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFault } from '../../simulator/faults/read-fault.ts'
import { modesOf } from '../../simulator/faults/targets.ts'
import { faultsOf, walletStepsOf } from '../../simulator/scenarios/scenario.ts'
import { builtInNames, builtInScenarios, findBuiltIn } from './catalogue.ts'

function builtIn(name: string) {
  const found = findBuiltIn(name)
  if (found === undefined) throw new Error(`No built-in scenario ${name}.`)
  return found
}

describe('the built-in scenarios', () => {
  it('come by name, each with a description', () => {
    const all = builtInScenarios()
    expect(all.map(({ name }) => name)).toEqual([
      'bad-day-at-the-bank',
      'carrier-outage',
      'peak-season',
      'rolling-outage',
      'webhook-trouble',
    ])
    expect(builtInNames()).toEqual(all.map(({ name }) => name))
    expect(findBuiltIn('no-such-day')).toBeUndefined()
    expect(all.filter(({ description }) => description.length < 40)).toEqual([])
  })

  it('end by themselves: no fault of theirs lasts for ever, and each is one that can be added', () => {
    for (const { name } of builtInScenarios()) {
      for (const fault of faultsOf(builtIn(name))) {
        expect(readFault({ ...fault })).toEqual({ fault })
        expect([name, fault.lasts]).toEqual([name, expect.stringMatching(/^\d/)])
      }
    }
  })

  it('carrier-outage takes one carrier down for ten minutes', () => {
    expect(faultsOf(builtIn('carrier-outage'))).toEqual([
      { target: 'carrier:UPS', mode: 'down', message: expect.any(String), starts_in: '0s', lasts: '10m' },
    ])
  })

  it('rolling-outage strikes all four in turn', () => {
    const steps = faultsOf(builtIn('rolling-outage')).map(({ target, starts_in }) => [starts_in, target])
    expect(steps).toEqual([
      ['0s', 'carrier:USPS'],
      ['4m', 'carrier:UPS'],
      ['8m', 'carrier:FedEx'],
      ['12m', 'carrier:DHL'],
      ['18m', 'carrier:*'],
    ])
  })

  it('peak-season is slowness with some timeouts, webhook-trouble has every trouble a webhook knows', () => {
    expect(faultsOf(builtIn('peak-season')).map(({ mode }) => mode)).toEqual(
      expect.arrayContaining(['slow', 'timeout']),
    )
    expect(
      new Set(faultsOf(builtIn('webhook-trouble')).map(({ target, mode }) => `${target} ${mode}`)),
    ).toEqual(new Set(modesOf('webhook').map((mode) => `webhook ${mode}`)))
  })

  it('bad-day-at-the-bank declines the card, removes it, stops auto-reload and recovers', () => {
    const scenario = builtIn('bad-day-at-the-bank')
    expect(faultsOf(scenario)).toEqual([])
    expect(walletStepsOf(scenario)).toEqual([
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

  it('are refused where a file holds another name than its own, and other files are left alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'drydock-scenarios-'))
    try {
      writeFileSync(join(folder, 'notes.txt'), 'no scenario')
      expect(builtInScenarios(folder)).toEqual([])
      const timeline = 'timeline:\n  - at: 0s\n    wallet: { balance_cents: 0 }\n'
      writeFileSync(join(folder, 'rain.yaml'), `name: snow\ndescription: It snows.\n${timeline}`)
      expect(() => builtInScenarios(folder)).toThrow('rain.yaml holds a scenario of another name: snow.')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
