import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { listProofCases } from '../../src/conformance/proof/proof-case.ts'
import { drawSample } from '../../src/conformance/proof/proof-sample.ts'
import { runDrydock } from '../support/commands/built-command.ts'
import { testSeed } from '../support/seed.ts'

/**
 * After this many days, or seeds, each deviation and each variation was drawn once. `npm run proof` proves all of them
 * at once.
 */
const oneIn = 120
const sample = drawSample(await listProofCases(rules), { seed: testSeed, oneIn })

describe(`the proof of the suite, as DRYDOCK_TEST_SEED=${testSeed} draws it`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'drydock-proof-'))
  const file = join(folder, 'proved.jsonl')
  let said = ''
  const proved = new Set<unknown>()
  beforeAll(async () => {
    const words = ['--sample', String(oneIn), '--seed', String(testSeed), '--resume', file]
    const { stdout, stderr } = await runDrydock(['conformance', '--self-test', ...words])
    said = stdout + stderr
    for (const line of readFileSync(file, 'utf8').split('\n').slice(1, -1)) proved.add(JSON.parse(line).name)
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(sample.map(({ name }) => name))('the sample of the proof succeeds for %s', (name) => {
    const complaint = [...said.matchAll(/^ {2}(?:FAILED|unclear|survived|unapplied) .*(?:\n {4}.*)*/gm)].join(
      '\n',
    )
    expect(proved.has(name) ? '' : complaint || said).toBe('')
  })
})
