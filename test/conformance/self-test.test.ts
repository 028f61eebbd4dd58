import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { reportWith, resultWith } from '../../src/conformance/reporters/report-builder.ts'
import { hollowTargets } from '../../src/conformance/selftest/hollow-targets.ts'
import { tryMutant } from '../../src/conformance/selftest/kill-matrix.ts'
import type { Alteration, Mutant } from '../../src/conformance/selftest/mutant.ts'
import { isProved, renderSelfTest, type SelfTestResult } from '../../src/conformance/selftest/self-test.ts'
import { variations } from '../../src/conformance/selftest/variations.ts'
import { type ServedSimulator, serveSimulator } from '../served-simulator.ts'

const mutantOf = (alteration: Alteration): Mutant => ({
  id: 'some-deviation',
  deviation: 'Something is otherwise.',
  kills: ['WALLET-001'],
  open: () => alteration,
})

describe('a deviation', () => {
  let simulator: ServedSimulator
  beforeAll(async () => {
    simulator = await serveSimulator()
  })
  afterAll(() => simulator.stop())
  const judge = (alteration: Alteration) =>
    tryMutant(mutantOf(alteration), { upstreamUrl: simulator.url, rules })

  it('that changes nothing is no survivor but a mistake', async () => {
    expect(await judge({})).toMatchObject({ verdict: 'inert', applied: 0 })
  })

  it('that no rule it names fails on has survived', async () => {
    const harmless = await judge({ response: (response) => ({ ...response }) })
    expect(harmless).toMatchObject({
      verdict: 'survived',
      survivors: [{ id: 'WALLET-001', status: 'passed' }],
    })
  })

  it('that only keeps a rule from being judged has survived, too', async () => {
    const silent = await judge({
      response: (response, { path }) => (path === '/v1/wallet' ? { ...response, status: 429 } : undefined),
    })
    expect(silent.verdict).toBe('survived')
  })
})

describe('the suite is proved', () => {
  const [target] = hollowTargets
  const [variation] = variations
  if (target === undefined || variation === undefined) throw new Error('There is nothing to prove it by.')
  const good = reportWith([resultWith({ id: 'WALLET-001', status: 'passed' })])
  const red = resultWith({ id: 'WALLET-001', status: 'failed', expected: 'a', actual: 'b' })
  const killed = { mutant: mutantOf({}), verdict: 'killed', survivors: [], found: [], applied: 1 } as const
  const proof: SelfTestResult = {
    good,
    mutants: [killed],
    unproved: [],
    hollow: [{ target, passed: [], report: good }],
    variations: [{ variation, red: [], isInert: false }],
    durationMs: 1_000,
    isPartial: false,
  }

  it('where everything holds', () => {
    expect(isProved(proof)).toBe(true)
    expect(renderSelfTest(proof)).toMatch(
      /1 of 1 deviations caught; 0 passes on 1 hollow targets; 0 failures on 1 conformant variations; 1 s\.\n$/,
    )
  })

  it.each<readonly [string, Partial<SelfTestResult>]>([
    ['a deviation survives', { mutants: [{ ...killed, verdict: 'survived' }] }],
    ['a deviation changes nothing', { mutants: [{ ...killed, verdict: 'inert' }] }],
    ['no deviation turns a rule red', { unproved: ['WALLET-001'] }],
    ['a rule passes on a hollow target', { hollow: [{ target, passed: ['WALLET-001'], report: good }] }],
    ['a rule fails on a sound service', { variations: [{ variation, red: [red], isInert: false }] }],
    ['a variation varies nothing', { variations: [{ variation, red: [], isInert: true }] }],
    ['the good service fails', { good: reportWith([red]) }],
  ])('not where %s', (_, flaw) => {
    expect(isProved({ ...proof, ...flaw })).toBe(false)
  })
})
