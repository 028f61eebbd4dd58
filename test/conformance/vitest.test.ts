import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeConformance } from '../../src/conformance/vitest.ts'
import { type ServedSimulator, serveSimulator } from '../served-simulator.ts'

let simulator: ServedSimulator
beforeAll(async () => {
  simulator = await serveSimulator()
})
afterAll(async () => {
  await simulator.stop()
})

// The whole suite, against the built simulator, as a team would have it among its own tests.
describeConformance({ baseUrl: () => simulator.url })

describe('describeConformance', () => {
  const folder = mkdtempSync(join(fileURLToPath(new URL('..', import.meta.url)), 'described-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('fails a test with what broke and how to see it, and skips one with its reason', () => {
    const file = join(folder, 'described.test.ts')
    writeFileSync(
      file,
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
    const results = resultsOf(file)
    const wallet = results.find(({ title }) => title.startsWith('WALLET-001'))
    expect(wallet?.status).toBe('failed')
    expect(wallet?.failureMessages[0]).toMatch(/expected: [\s\S]*actual: [\s\S]*curl -i/)
    const limits = results.filter(({ title }) => title.startsWith('LIMIT-'))
    expect(limits.length).toBeGreaterThan(0)
    expect(limits.some(({ status }) => status === 'passed')).toBe(false)
  }, 60_000)

  it('fails where nobody answers, though every rule is skipped', () => {
    const file = join(folder, 'unreachable.test.ts')
    writeFileSync(
      file,
      `import { describeConformance } from '../../src/conformance/vitest.ts'
      describeConformance({ baseUrl: 'http://127.0.0.1:9', only: ['ADDR-*'] })`,
    )
    const [first, ...others] = resultsOf(file)
    expect(first).toMatchObject({
      status: 'failed',
      failureMessages: [expect.stringMatching(/No answer from/)],
    })
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set(['skipped']))
  }, 60_000)

  it.each([
    [{ only: 'RATE-001' }, /only/],
    [{ shard: { index: 3, count: 2 } }, /shard/],
  ])('refuses a selection such as %j', (selection, says) => {
    // As a file without types would give it.
    const given: object = { baseUrl: 'http://127.0.0.1:9', ...selection }
    expect(() => Reflect.apply(describeConformance, undefined, [given])).toThrow(says)
  })

  interface TestResult {
    readonly title: string
    readonly status: string
    readonly failureMessages: readonly string[]
  }

  function resultsOf(file: string): readonly TestResult[] {
    const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
    const { stdout } = spawnSync(process.execPath, [vitest, 'run', '--reporter=json', file], {
      encoding: 'utf8',
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
    })
    return JSON.parse(stdout.slice(stdout.indexOf('{'))).testResults[0].assertionResults
  }
})
