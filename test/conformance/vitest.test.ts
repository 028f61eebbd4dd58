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
    const { stdout } = spawnSync(
      process.execPath,
      [
        fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url)),
        'run',
        '--reporter=json',
        file,
      ],
      { encoding: 'utf8', cwd: fileURLToPath(new URL('../..', import.meta.url)) },
    )
    const report = JSON.parse(stdout.slice(stdout.indexOf('{')))
    const results = report.testResults[0].assertionResults
    const wallet = results.find(({ title }: { title: string }) => title.startsWith('WALLET-001'))
    expect(wallet.status).toBe('failed')
    expect(wallet.failureMessages[0]).toMatch(/expected: [\s\S]*actual: [\s\S]*curl -i/)
    const limits = results.filter(({ title }: { title: string }) => title.startsWith('LIMIT-'))
    expect(limits.length).toBeGreaterThan(0)
    expect(limits.some(({ status }: { status: string }) => status === 'passed')).toBe(false)
  }, 60_000)
})
