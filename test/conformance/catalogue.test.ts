import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadMutants, rules } from '../../src/conformance/catalogue.ts'
import { renderKillMatrixPage } from '../../src/conformance/ledger/kill-matrix-page.ts'
import { ledger, retiredStatements } from '../../src/conformance/ledger/ledger.ts'
import { renderRulesPage } from '../../src/conformance/ledger/rules-page.ts'
import { renderSpecification } from '../../src/conformance/ledger/specification-pages.ts'
import type { Mutant } from '../../src/conformance/proof/mutant.ts'
import { partialControls } from '../../src/conformance/proof/partial-control.ts'
import { stubTargets } from '../../src/conformance/proof/stub-targets.ts'
import { variations } from '../../src/conformance/proof/variations/variations.ts'
import measured from '../../src/conformance/request-budgets.json' with { type: 'json' }
import { sectionWords } from '../../src/conformance/section.ts'
import { projectFile } from '../support/project.ts'

const mutants = await loadMutants()
const isMutant = (value: unknown): value is Mutant =>
  typeof value === 'object' && value !== null && 'kills' in value && 'open' in value
const ids = new Set<string>(rules.map(({ id }) => id))
const listMeasuredRequests = (id: string) =>
  Object.entries(new Map<string, object>(Object.entries(measured)).get(id) ?? {})
const findRepeated = (list: readonly string[]) => list.filter((each, index) => list.indexOf(each) !== index)

describe('the catalogue of conformance rules', () => {
  it('every conformance rule has its own id of the form AREA-NNN', () => {
    expect(findRepeated(rules.map(({ id }) => id))).toEqual([])
    for (const { id } of rules) expect(id).toMatch(/^[A-Z]{2,8}-\d{3}$/)
  })

  it('no id of a conformance rule is used again for another rule', async () => {
    const lines = rules.map(({ id, title }) => `${id} ${title}\n`).sort()
    await expect(lines.join('')).toMatchFileSnapshot('rule-ids.txt')
  })

  it('every conformance rule has a title of its own, which is one sentence', () => {
    expect(findRepeated(rules.map(({ title }) => title))).toEqual([])
    for (const { id, title } of rules) expect(title, id).toMatch(/^[A-Z0-9`].{10,220}\.$/s)
  })

  it('the conformance rules that prove that test labels cost nothing are SAND-001, SAND-008 and SAND-010', () => {
    const canaries = rules.filter((rule) => rule.kind === 'active' && rule.canary === true)
    expect(canaries.map(({ id }) => id)).toEqual(['SAND-001', 'SAND-008', 'SAND-010'])
  })

  it('every conformance rule that charges a live wallet declares that it needs --allow-spend', () => {
    for (const rule of rules) {
      if (rule.kind === 'active' && rule.charges !== undefined) expect(rule.needs, rule.id).toContain('spend')
    }
  })

  it('the number of requests of every conformance rule was measured; otherwise run npm run budgets', () => {
    const sending = rules.filter((rule) => rule.kind === 'active' && rule.explores !== true)
    expect(Object.keys(measured).sort()).toEqual(sending.map(({ id }) => id).sort())
  })

  it('no conformance rule declares fewer requests than were measured', () => {
    for (const rule of rules) {
      if (rule.kind !== 'active') continue
      const { requests, requestsOfOwn = {}, requestsOnce = {} } = rule
      for (const [operation, count] of listMeasuredRequests(rule.id)) {
        const stated = [requests, requestsOfOwn, requestsOnce].map(
          (counts) => new Map(Object.entries(counts)).get(operation) ?? 0,
        )
        expect(
          stated.reduce((sum, each) => sum + each),
          `${rule.id}: ${operation}`,
        ).toBeGreaterThanOrEqual(count)
      }
    }
  })

  it('docs/rules.md lists all conformance rules and is up to date', async () => {
    await expect(renderRulesPage(rules, ledger)).toMatchFileSnapshot('../../docs/rules.md')
  })
})

describe("the ledger of the specification's statements", () => {
  it('each statement of the specification has a rule that checks it, or a reason why no rule can', () => {
    const judged = new Set<string>(rules.flatMap(({ judges }) => judges))
    for (const { id, reason, statement } of ledger) {
      if (judged.has(id)) expect(reason, statement).toBeUndefined()
      else expect(reason?.length ?? 0, `no rule judges ${id}: ${statement}`).toBeGreaterThan(20)
    }
  })

  it('every statement that a conformance rule checks is in the list of statements of the specification', () => {
    const known = new Set<string>(ledger.map(({ id }) => id))
    for (const { id, judges } of rules) {
      expect(judges.length, id).toBeGreaterThan(0)
      expect(findRepeated(judges), id).toEqual([])
      expect(
        judges.filter((each) => !known.has(each)),
        id,
      ).toEqual([])
    }
  })

  it('the list of statements of the specification has over 300 statements, each once', () => {
    expect(ledger.length).toBeGreaterThan(300)
    expect(findRepeated(ledger.map(({ section, statement }) => `${section}: ${statement}`))).toEqual([])
  })

  it('the id of every statement of the specification begins with the word of its section', () => {
    expect(findRepeated(ledger.map(({ id }) => id))).toEqual([])
    for (const { id, section } of ledger) expect(id.replace(/-\d+$/, '')).toBe(sectionWords[section])
  })

  it('statement ids count from 1 in each section of the specification, and retired ids are not used again', () => {
    const given = [...ledger.map(({ id }) => id), ...retiredStatements]
    expect(findRepeated(given)).toEqual([])
    for (const word of Object.values(sectionWords)) {
      const numbers = given.flatMap((id) => (id.startsWith(`${word}-`) ? Number(id.split('-')[1]) : []))
      const inOrder = [...numbers].sort((a, b) => a - b)
      expect(inOrder, word).toEqual(numbers.map((_, index) => index + 1))
    }
  })

  it('no id of a statement of the specification is used again for another statement', async () => {
    const lines = ledger.map(({ id, statement }) => `${id} ${statement}\n`)
    await expect(lines.join('')).toMatchFileSnapshot('statement-ids.txt')
  })

  it('no heading of the specification occurs in two sections of the list of statements', () => {
    const headings = [...new Set(ledger.map(({ section, heading }) => `${section}: ${heading}`))]
    expect(findRepeated(headings.map((each) => each.split(': ')[1] ?? ''))).toEqual([])
  })

  it.each([...renderSpecification(ledger, rules)])(
    'the page docs/specification/%s is up to date',
    async (file, page) => {
      await expect(page).toMatchFileSnapshot(`../../docs/specification/${file}`)
    },
  )

  it('docs/specification has exactly the pages that are generated from the statements of the specification', () => {
    const files = readdirSync(projectFile('docs/specification'))
    expect(files.sort()).toEqual([...renderSpecification(ledger, rules).keys()].sort())
  })
})

describe('conformance rules that check every response', () => {
  it('each conformance rule about a rare kind of response names only existing rules that cause such responses', () => {
    const trafficRules = rules.flatMap((rule) => (rule.kind === 'invariant' ? (rule.provokedBy ?? []) : []))
    const acting = new Set<string>(rules.flatMap((rule) => (rule.kind === 'active' ? [rule.id] : [])))
    expect(trafficRules.length).toBeGreaterThan(0)
    expect(trafficRules.filter((id) => !acting.has(id))).toEqual([])
  })
})

describe('the mutants: services with one planted defect each', () => {
  it('the self-test has at least 840 mutants (services with one planted defect), each with its own id', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(840)
    expect(findRepeated(mutants.map(({ id }) => id))).toEqual([])
    for (const { id } of mutants) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  it('no mutant (a service with one planted defect) has the id of a removed mutant', () => {
    const retired = readFileSync(projectFile('test/conformance/retired-mutant-ids.txt'), 'utf8').split('\n')
    expect(retired.length).toBeGreaterThan(100)
    expect(mutants.filter(({ id }) => retired.includes(id)).map(({ id }) => id)).toEqual([])
  })

  it('the self-test includes every mutant (a service with one planted defect) that a file of the suite exports', async () => {
    const files = readdirSync(projectFile('src/conformance/rules'), {
      recursive: true,
      encoding: 'utf8',
    }).filter((file) => /(?:^|\/)mutants(?:\.ts$|\/)/.test(file) && file.endsWith('.ts'))
    expect(files.length).toBeGreaterThan(60)
    const written = new Set<string>()
    for (const file of files) {
      const exported: unknown[] = Object.values(await import(projectFile(`src/conformance/rules/${file}`)))
      for (const each of exported.flat())
        if (isMutant(each)) written.add(each.id)
        else if (file === 'explore/mutants.ts') for (const id of Object.keys(Object(each))) written.add(id)
    }
    const proved = new Set(mutants.map(({ id }) => id))
    expect([...written].filter((id) => !proved.has(id))).toEqual([])
    expect(written.size).toBe(proved.size)
  })

  it('every mutant (a service with one planted defect) names existing rules that catch it, and every rule has a mutant', () => {
    const killed = new Set<string>(mutants.flatMap(({ kills }) => kills))
    expect([...killed].filter((id) => !ids.has(id))).toEqual([])
    expect([...ids].filter((id) => !killed.has(id))).toEqual([])
  })

  it('docs/kill-matrix.md lists all mutants, stub targets and variations, and is up to date', async () => {
    expect(findRepeated(stubTargets.map(({ id }) => id))).toEqual([])
    expect(findRepeated(variations.map(({ id }) => id))).toEqual([])
    expect(stubTargets.length).toBeGreaterThanOrEqual(34)
    expect(variations.length).toBeGreaterThanOrEqual(79)
    expect(partialControls.length).toBeGreaterThanOrEqual(3)
    const page = renderKillMatrixPage({ rules, mutants, stubTargets, variations, partialControls })
    await expect(page).toMatchFileSnapshot('../../docs/kill-matrix.md')
  })
})
