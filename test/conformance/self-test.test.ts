import { describe, expect, it } from 'vitest'
import { loadMutants, rules } from '../../src/conformance/catalogue.ts'
import { runRulesOnMutant } from '../../src/conformance/proof/kill-matrix.ts'
import type { Alteration, Mutant } from '../../src/conformance/proof/mutant.ts'
import type { CaseResult } from '../../src/conformance/proof/proof-case.ts'
import {
  assessGoodService,
  assessMutant,
  assessStubTarget,
  assessVariation,
} from '../../src/conformance/proof/prove-case.ts'
import {
  isSelfTestProved,
  renderSelfTest,
  type SelfTestResult,
} from '../../src/conformance/proof/self-test.ts'
import { stubTargets } from '../../src/conformance/proof/stub-targets.ts'
import { variations } from '../../src/conformance/proof/variations/variations.ts'
import { createReport, createRuleResult } from '../support/conformance/report-builder.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const mutants = await loadMutants()

function findMutant(id: string): Mutant {
  const mutant = mutants.find((each) => each.id === id)
  if (mutant === undefined) throw new Error(`There is no mutant ${id}.`)
  return mutant
}

const createMutant = (alteration: Alteration): Mutant => ({
  id: 'some-deviation',
  deviation: 'Something is otherwise.',
  kills: ['WALLET-001'],
  open: () => alteration,
})

describe('runRulesOnMutant: running the rules against one planted defect', () => {
  const simulator = sharedSimulator()
  const tryAlteration = (alteration: Alteration) =>
    runRulesOnMutant(createMutant(alteration), { upstreamUrl: simulator.url, rules })

  it('runRulesOnMutant reports a mutant (a service with one planted defect) that changed no response as not applied', async () => {
    expect(await tryAlteration({})).toMatchObject({ verdict: 'unapplied', applied: 0 })
  })

  it('runRulesOnMutant repeats a mutant (a service with one planted defect) with more time if its webhook event came late', async () => {
    const refreshing = findMutant('event-on-refresh')
    let isFirst = true
    let goOn = (): void => {}
    const mutant: Mutant = {
      ...refreshing,
      open: () => {
        goOn()
        if (!isFirst) return refreshing.open()
        isFirst = false
        const held = new Promise<void>((resolve) => {
          goOn = resolve
        })
        return { ...refreshing.open(), webhook: () => held.then(() => undefined) }
      },
    }
    const result = await runRulesOnMutant(mutant, { upstreamUrl: simulator.url, rules })
    expect(result).toMatchObject({ verdict: 'killed', survivors: [] })
    expect(isFirst).toBe(false)
  })

  it('runRulesOnMutant reports a mutant (a service with one planted defect) as survived if none of its rules fails', async () => {
    const harmless = await tryAlteration({ response: (response) => ({ ...response }) })
    expect(harmless).toMatchObject({
      verdict: 'survived',
      survivors: [{ id: 'WALLET-001', status: 'passed' }],
    })
  })

  it('runRulesOnMutant reports a mutant (a service with one planted defect) as survived if its rules were skipped', async () => {
    const silent = await tryAlteration({
      response: (response, { path }) => (path === '/v1/wallet' ? { ...response, status: 429 } : undefined),
    })
    expect(silent.verdict).toBe('survived')
  })
})

describe('the result of the self-test', () => {
  const createResult = (name: string, proved = true, wrong = proved ? 0 : 1): CaseResult => ({
    ...{ name, proved, wrong, durationMs: 1 },
    lines: [`${proved ? 'ok    ' : 'FAILED'}  ${name}`],
  })
  const names = ['good:simulator', 'mutant:a', 'hollow:b', 'variation:c', 'partial:d']
  const proof: SelfTestResult = {
    results: names.map((name) => createResult(name)),
    unproved: [],
    durationMs: 1_000,
  }
  const render = (result: SelfTestResult) => renderSelfTest(result, (name) => `again with ${name}`)

  it('the self-test of the suite succeeds if every case of the self-test is proved', () => {
    expect(isSelfTestProved(proof)).toBe(true)
    expect(render(proof)).toMatch(
      /1 of 1 deviations caught; 0 passes on 1 stub targets; 0 failures on 1 conformant variations; 0 on 1 partial control protocols; 1 s\.\n5 proved, 0 failed\n$/,
    )
    expect(render(proof)).not.toContain('again with')
  })

  it.each(names)('the self-test fails if the case %s fails, and says how to repeat it', (failed) => {
    const result = { ...proof, results: names.map((name) => createResult(name, name !== failed)) }
    expect(isSelfTestProved(result)).toBe(false)
    expect(render(result)).toContain(`  FAILED  ${failed}\n          again   again with ${failed}\n`)
    expect(render(result)).toMatch(/\n4 proved, 1 failed\n$/)
  })

  it('the self-test of the suite fails if a conformance rule has no mutant (a service with one planted defect)', () => {
    const result = { ...proof, unproved: ['WALLET-001'] }
    expect(isSelfTestProved(result)).toBe(false)
    expect(render(result)).toMatch(
      /WALLET-001 fails on no deliberately broken service, so nothing proves this rule\.\n(.*\n)*5 proved, 1 failed\n$/,
    )
  })
})

describe('the verdict on one case of the self-test', () => {
  const [target] = stubTargets
  const [variation] = variations
  if (target === undefined || variation === undefined)
    throw new Error('The suite has no stub target or no variation.')
  const varied = { variation, exploration: null }
  const whole = { isPartial: false }
  const good = createReport([createRuleResult({ id: 'WALLET-001', status: 'passed' })])
  const red = createRuleResult({ id: 'WALLET-001', status: 'failed', expected: 'a', actual: 'b' })
  const unsaid = createRuleResult({ id: 'WALLET-001', status: 'failed', expected: 'a', actual: 'undefined' })
  const skipped = createRuleResult({ id: 'WALLET-001', status: 'skipped' })

  it.each([
    [
      'a mutant that a rule caught',
      assessMutant({
        mutant: createMutant({}),
        verdict: 'killed',
        survivors: [],
        found: [red],
        applied: 1,
      }),
    ],
    [
      'a stub target on which no rule passes',
      assessStubTarget({ target, passed: [], report: createReport([red]) }),
    ],
    [
      'a variation on which no rule fails',
      assessVariation({ ...varied, failedRules: [], isApplied: true }, whole),
    ],
    [
      'a part of the rules on a variation',
      assessVariation({ ...varied, failedRules: [], isApplied: false }, { isPartial: true }),
    ],
    ['a correct service on which every rule passes', assessGoodService(good, whole)],
    [
      'a part of the rules on a correct service',
      assessGoodService(createReport([skipped]), { isPartial: true }),
    ],
  ])('the self-test of the suite proves a case: %s', (_, { proved, wrong }) => {
    expect({ proved, wrong }).toEqual({ proved: true, wrong: 0 })
  })

  it.each([
    [
      'whose mutant survived',
      assessMutant({
        mutant: createMutant({}),
        verdict: 'survived',
        survivors: [],
        found: [],
        applied: 1,
      }),
    ],
    [
      'whose finding is unclear',
      assessMutant({
        mutant: createMutant({}),
        verdict: 'killed',
        survivors: [],
        found: [unsaid],
        applied: 1,
      }),
    ],
    [
      'of a stub target with an unclear finding',
      assessStubTarget({ target, passed: [], report: createReport([unsaid]) }),
    ],
    [
      'whose mutant changed no response',
      assessMutant({
        mutant: createMutant({}),
        verdict: 'unapplied',
        survivors: [],
        found: [],
        applied: 0,
      }),
    ],
    [
      'of a stub target on which a rule passes',
      assessStubTarget({ target, passed: ['WALLET-001'], report: createReport([red]) }),
    ],
    ['of a stub target without a finding', assessStubTarget({ target, passed: [], report: good })],
    [
      'of a variation on which a rule fails',
      assessVariation({ ...varied, failedRules: [red], isApplied: true }, whole),
    ],
    [
      'of a variation that changed nothing',
      assessVariation({ ...varied, failedRules: [], isApplied: false }, whole),
    ],
    ['of a correct service on which a rule fails', assessGoodService(createReport([red]), whole)],
    ['of a correct service on which a rule is skipped', assessGoodService(createReport([skipped]), whole)],
  ])('the self-test of the suite does not prove a case %s', (_, { proved, lines }) => {
    expect(proved).toBe(false)
    expect(lines[0]).toMatch(/^(FAILED|unclear|survived|unapplied) /)
  })
})
