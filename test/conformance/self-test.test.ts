import { describe, expect, it } from 'vitest'
import { loadMutants, rules } from '../../src/conformance/catalogue.ts'
import { tryMutant } from '../../src/conformance/proof/kill-matrix.ts'
import type { Alteration, Mutant } from '../../src/conformance/proof/mutant.ts'
import type { CaseResult } from '../../src/conformance/proof/proof-case.ts'
import {
  verdictOnGoodService,
  verdictOnMutant,
  verdictOnStubTarget,
  verdictOnVariation,
} from '../../src/conformance/proof/prove-case.ts'
import { isProved, renderSelfTest, type SelfTestResult } from '../../src/conformance/proof/self-test.ts'
import { stubTargets } from '../../src/conformance/proof/stub-targets.ts'
import { variations } from '../../src/conformance/proof/variations/variations.ts'
import { reportWith, resultWith } from '../support/conformance/report-builder.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const mutants = await loadMutants()

function findMutant(id: string): Mutant {
  const mutant = mutants.find((each) => each.id === id)
  if (mutant === undefined) throw new Error(`There is no mutant ${id}.`)
  return mutant
}

const mutantOf = (alteration: Alteration): Mutant => ({
  id: 'some-deviation',
  deviation: 'Something is otherwise.',
  kills: ['WALLET-001'],
  open: () => alteration,
})

describe('a deviation', () => {
  const simulator = sharedSimulator()
  const judge = (alteration: Alteration) =>
    tryMutant(mutantOf(alteration), { upstreamUrl: simulator.url, rules })

  it('a mutant that changes nothing is an error, not a survivor', async () => {
    expect(await judge({})).toMatchObject({ verdict: 'unapplied', applied: 0 })
  })

  it('a mutant whose event was late on a busy machine is tried again with more time', async () => {
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
    const result = await tryMutant(mutant, { upstreamUrl: simulator.url, rules })
    expect(result).toMatchObject({ verdict: 'killed', survivors: [] })
    expect(isFirst).toBe(false)
  })

  it('a mutant survives if none of its rules fails', async () => {
    const harmless = await judge({ response: (response) => ({ ...response }) })
    expect(harmless).toMatchObject({
      verdict: 'survived',
      survivors: [{ id: 'WALLET-001', status: 'passed' }],
    })
  })

  it('a mutant survives if its rules were only not judged', async () => {
    const silent = await judge({
      response: (response, { path }) => (path === '/v1/wallet' ? { ...response, status: 429 } : undefined),
    })
    expect(silent.verdict).toBe('survived')
  })
})

describe('the suite is proved', () => {
  const resultOf = (name: string, proved = true, wrong = proved ? 0 : 1): CaseResult => ({
    ...{ name, proved, wrong, durationMs: 1 },
    lines: [`${proved ? 'ok    ' : 'FAILED'}  ${name}`],
  })
  const names = ['good:simulator', 'mutant:a', 'hollow:b', 'variation:c', 'partial:d']
  const proof: SelfTestResult = {
    results: names.map((name) => resultOf(name)),
    unproved: [],
    durationMs: 1_000,
  }
  const render = (result: SelfTestResult) => renderSelfTest(result, (name) => `again with ${name}`)

  it('the suite is proved if everything holds', () => {
    expect(isProved(proof)).toBe(true)
    expect(render(proof)).toMatch(
      /1 of 1 deviations caught; 0 passes on 1 stub targets; 0 failures on 1 conformant variations; 0 on 1 partial control protocols; 1 s\.\n5 proved, 0 failed\n$/,
    )
    expect(render(proof)).not.toContain('again with')
  })

  it.each(names)('the suite is not proved if %s fails, and the report says how to repeat it', (failed) => {
    const result = { ...proof, results: names.map((name) => resultOf(name, name !== failed)) }
    expect(isProved(result)).toBe(false)
    expect(render(result)).toContain(`  FAILED  ${failed}\n          again   again with ${failed}\n`)
    expect(render(result)).toMatch(/\n4 proved, 1 failed\n$/)
  })

  it('the suite is not proved if a rule has no mutant', () => {
    const result = { ...proof, unproved: ['WALLET-001'] }
    expect(isProved(result)).toBe(false)
    expect(render(result)).toMatch(/No deviation turns WALLET-001 red\.\n(.*\n)*5 proved, 1 failed\n$/)
  })
})

describe('a case is proved', () => {
  const [target] = stubTargets
  const [variation] = variations
  if (target === undefined || variation === undefined) throw new Error('There is nothing to prove it by.')
  const varied = { variation, exploration: null }
  const whole = { isPartial: false }
  const good = reportWith([resultWith({ id: 'WALLET-001', status: 'passed' })])
  const red = resultWith({ id: 'WALLET-001', status: 'failed', expected: 'a', actual: 'b' })
  const unsaid = resultWith({ id: 'WALLET-001', status: 'failed', expected: 'a', actual: 'undefined' })
  const skipped = resultWith({ id: 'WALLET-001', status: 'skipped' })

  it.each([
    [
      'a deviation caught',
      verdictOnMutant({ mutant: mutantOf({}), verdict: 'killed', survivors: [], found: [red], applied: 1 }),
    ],
    [
      'nothing that passes on a stub target',
      verdictOnStubTarget({ target, passed: [], report: reportWith([red]) }),
    ],
    ['a variation that no rule fails on', verdictOnVariation({ ...varied, red: [], isApplied: true }, whole)],
    [
      'a part of a variation',
      verdictOnVariation({ ...varied, red: [], isApplied: false }, { isPartial: true }),
    ],
    ['a good service', verdictOnGoodService(good, whole)],
    ['a part of a good service', verdictOnGoodService(reportWith([skipped]), { isPartial: true })],
  ])('a case is chosen by %s', (_, { proved, wrong }) => {
    expect({ proved, wrong }).toEqual({ proved: true, wrong: 0 })
  })

  it.each([
    [
      'that survives',
      verdictOnMutant({ mutant: mutantOf({}), verdict: 'survived', survivors: [], found: [], applied: 1 }),
    ],
    [
      'that nobody understands',
      verdictOnMutant({
        mutant: mutantOf({}),
        verdict: 'killed',
        survivors: [],
        found: [unsaid],
        applied: 1,
      }),
    ],
    [
      'on which a finding says nothing',
      verdictOnStubTarget({ target, passed: [], report: reportWith([unsaid]) }),
    ],
    [
      'that changes nothing',
      verdictOnMutant({ mutant: mutantOf({}), verdict: 'unapplied', survivors: [], found: [], applied: 0 }),
    ],
    [
      'on which a rule passes',
      verdictOnStubTarget({ target, passed: ['WALLET-001'], report: reportWith([red]) }),
    ],
    ['whose run looks well', verdictOnStubTarget({ target, passed: [], report: good })],
    ['on which a rule fails', verdictOnVariation({ ...varied, red: [red], isApplied: true }, whole)],
    ['that varies nothing', verdictOnVariation({ ...varied, red: [], isApplied: false }, whole)],
    ['that is good and fails', verdictOnGoodService(reportWith([red]), whole)],
    ['that is good and skipped', verdictOnGoodService(reportWith([skipped]), whole)],
  ])('no case is chosen by %s', (_, { proved, lines }) => {
    expect(proved).toBe(false)
    expect(lines[0]).toMatch(/^(FAILED|unclear|survived|unapplied) /)
  })
})
