import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import { mutants } from '../../src/conformance/rules/explore/mutants.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { type Drydock, startDrydock } from '../../src/index.ts'

const missing = ['bash', 'curl', 'jq'].filter((name) => spawnSync(name, ['--version']).error !== undefined)
const isSkipped = missing.length > 0 && process.env['DRYDOCK_TEST_ALL'] === undefined

let drydock: Drydock
let directory: string
beforeAll(async () => {
  drydock = await startDrydock()
  directory = mkdtempSync(join(tmpdir(), 'walk-script-'))
})
afterAll(async () => {
  await drydock.close()
  rmSync(directory, { recursive: true, force: true })
})

it.skipIf(isSkipped)(
  'the shell script that a report prints for a failed random call sequence shows the same failure again',
  async () => {
    const mutant = mutants.find(({ id }) => id === 'address-escaped')
    if (mutant?.walkSeed === undefined) throw new Error('There is no mutant address-escaped with walks.')
    const service = await openAlteredService(drydock.url, mutant.open())
    try {
      const { report } = await runSuite(
        { baseUrl: service.baseUrl, explore: '8-walks', exploreSeed: mutant.walkSeed, only: mutant.kills },
        rules,
      )
      const [result] = report.rules
      expect(result).toMatchObject({ status: 'failed', actual: expect.stringContaining('&#39;') })
      expect(result?.walk?.steps.join('\n')).toMatch(/profile\.\w+ with \{name: .*'/)
      const file = join(directory, 'walk.sh')
      writeFileSync(file, result?.walk?.shell ?? '')
      const { stdout } = await promisify(execFile)('bash', [file], { maxBuffer: 1e8 })
      const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? 'null')
      expect([last.from_address.name, last.to_address.name].join()).toContain('&#39;')
    } finally {
      await service.close()
    }
  },
  60_000,
)

it('the exchanges of a failed rule in a report include the control calls between its requests', async () => {
  const service = await openAlteredService(drydock.url, {
    response: (response, { operation }) =>
      operation === 'buyLabel' && response.status === 422 ? { ...response, status: 200 } : undefined,
  })
  try {
    const { report } = await runSuite({ baseUrl: service.baseUrl, only: ['RATE-*'] }, rules)
    const shown = report.rules
      .filter(({ status }) => status === 'failed')
      .flatMap(({ exchanges }) => exchanges.map(({ request }) => request))
    const moved = shown.filter(({ method, url }) => method === 'POST' && url.endsWith('/clock/advance'))
    expect(moved.length).toBeGreaterThan(0)
  } finally {
    await service.close()
  }
}, 60_000)
