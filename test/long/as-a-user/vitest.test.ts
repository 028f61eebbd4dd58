import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeConformance } from '../../../src/conformance/vitest.ts'
import { testSeed } from '../../support/seed.ts'
import { sharedSimulator } from '../../support/shared-simulator.ts'

const simulator = sharedSimulator()

// Runs a part of the conformance suite, which the seed draws, against the built simulator, as a team would within its
// own tests. Other test files run the whole suite.
describeConformance({ baseUrl: () => simulator.url, shard: { index: 1 + (testSeed % 12), count: 12 } })

describe('the function describeConformance', () => {
  const folder = mkdtempSync(join(fileURLToPath(new URL('../..', import.meta.url)), 'described-'))
  const failing = join(folder, 'failing.test.ts')
  const unreachable = join(folder, 'unreachable.test.ts')
  let results: ReadonlyMap<string, readonly TestResult[]>
  // The two test runs start at the same time, because the start of the test runner takes longer than a run.
  beforeAll(() => {
    writeFileSync(
      failing,
      `import { createServer } from 'node:http'
      import { afterAll, beforeAll } from 'vitest'
      import { describeConformance } from '../../src/conformance/vitest.ts'
      const server = createServer((request, response) => {
        response.writeHead(request.headers.authorization ? 200 : 401).end('{"balance": "much"}')
      })
      beforeAll(() => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)))
      afterAll(() => server.close())
      describeConformance({
        baseUrl: () => \`http://127.0.0.1:\${server.address().port}\`,
        control: 'off',
        key: 'pr_test_${'a'.repeat(32)}',
        only: ['WALLET-001', 'LIMIT-*'],
      })`,
    )
    writeFileSync(
      unreachable,
      `import { describeConformance } from '../../src/conformance/vitest.ts'
      describeConformance({ baseUrl: 'http://127.0.0.1:9', only: ['ADDR-*'] })`,
    )
    results = resultsOf([failing, unreachable])
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('describeConformance fails the test of a broken rule and skips tests with their reason', () => {
    const told = results.get(failing) ?? []
    const wallet = told.find(({ title }) => title.startsWith('WALLET-001'))
    expect(wallet?.status).toBe('failed')
    expect(wallet?.failureMessages[0]).toMatch(/expected: [\s\S]*actual: [\s\S]*curl -i/)
    const limits = told.filter(({ title }) => title.startsWith('LIMIT-'))
    expect(limits.length).toBeGreaterThan(0)
    expect(limits.some(({ status }) => status === 'passed')).toBe(false)
  })

  it('describeConformance fails one test and skips all further tests if the target cannot be reached', () => {
    const [first, ...others] = results.get(unreachable) ?? []
    expect(first).toMatchObject({
      status: 'failed',
      failureMessages: [expect.stringMatching(/No response from/)],
    })
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set(['skipped']))
  })

  it.each([
    [{ only: 'RATE-001' }, /only/],
    [{ shard: { index: 3, count: 2 } }, /shard/],
  ])('describeConformance throws for the invalid selection %j', (selection, says) => {
    // A user's JavaScript file, which has no types, could pass invalid options.
    const given: object = { baseUrl: 'http://127.0.0.1:9', ...selection }
    expect(() => Reflect.apply(describeConformance, undefined, [given])).toThrow(says)
  })

  interface TestResult {
    readonly title: string
    readonly status: string
    readonly failureMessages: readonly string[]
  }

  interface JsonReport {
    readonly testResults: readonly {
      readonly name: string
      readonly assertionResults: readonly TestResult[]
    }[]
  }

  function resultsOf(files: readonly string[]): ReadonlyMap<string, readonly TestResult[]> {
    const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url))
    const words = [vitest, 'run', '--reporter=json', '--maxWorkers=1', ...files]
    const { stdout } = spawnSync(process.execPath, words, {
      encoding: 'utf8',
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    })
    const { testResults }: JsonReport = JSON.parse(stdout.slice(stdout.indexOf('{')))
    return new Map(testResults.map(({ name, assertionResults }) => [name, assertionResults]))
  }
})
