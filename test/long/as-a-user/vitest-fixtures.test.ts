import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDrydock } from '../../../src/client/http/connection.ts'
import { sharedSimulator } from '../../support/shared-simulator.ts'

/** Runs failing tests with the built package and checks their output. */

const project = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(project, 'test/fixtures-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(project, join(folder, 'node_modules/shipping-drydock'))
})

const ask = `fetch(account.url + '/v1/wallet', { headers: { Authorization: 'Bearer ' + account.keys.test } })`

interface TestCase {
  readonly title: string
  readonly status: string
  readonly meta: { readonly drydock?: { readonly account: string; readonly requests: readonly object[] } }
}

it('a failed vitest test prints the requests of its account and keeps the account', async () => {
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}')
  writeFileSync(
    join(folder, 'failing.test.mjs'),
    `import { expect, test } from 'shipping-drydock/vitest'
    test('an assertion about a missing request fails', async ({ account }) => {
      await ${ask}
      await expect(account).toHaveReceivedRequest('buyLabel')
    })
    test('an assertion about a sent request passes', async ({ account }) => {
      await ${ask}
      await expect(account).toHaveReceivedRequest('getWallet')
    })`,
  )
  const { url } = sharedSimulator()
  const vitest = join(project, 'node_modules/vitest/vitest.mjs')
  const words = [vitest, 'run', '--root', folder, '--reporter', 'default', '--reporter', 'json']
  const { status, stderr } = spawnSync(process.execPath, [...words, '--outputFile.json=report.json'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, DRYDOCK_URL: url },
  })
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  const [failed, passed]: readonly TestCase[] = report.testResults[0].assertionResults
  expect([status, failed?.status, passed?.status]).toEqual([1, 'failed', 'passed'])
  const { account = '', requests } = failed?.meta.drydock ?? {}
  expect(requests).toMatchObject([{ method: 'GET', path: '/v1/wallet', status: 200 }])
  expect(stderr).toContain(`Account ${account} (${url}/dashboard/${account}/requests). It received 1 request`)
  expect(stderr.match(/It received 1 request, oldest first/g)).toHaveLength(2)
  expect(passed?.meta.drydock).toBeUndefined()
  const kept = (await (await connectDrydock(url)).accounts()).find(({ id }) => id === account)
  expect(kept?.id).toBe(account)
  await kept?.delete()
})

it('a failed node:test test prints the requests of its account', () => {
  const file = join(folder, 'failing.mjs')
  writeFileSync(
    file,
    `import { after, afterEach, before, beforeEach, test } from 'node:test'
    import { useDrydock } from 'shipping-drydock/testing'
    const drydock = useDrydock({ before, after, beforeEach, afterEach })
    test('an assertion about a missing request fails', async () => {
      const { account } = drydock
      await ${ask}
      await account.assertReceived('buyLabel')
    })
    test('an assertion about a sent request passes', async () => {
      const { account } = drydock
      await ${ask}
      await account.assertReceived('getWallet')
    })`,
  )
  const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
    encoding: 'utf8',
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, DRYDOCK_URL: undefined },
  })
  expect({ status, stdout }).toMatchObject({ status: 1 })
  expect(stdout.match(/# Account acc_\w+ \(http:\S+\)\. It received 1 request, oldest first:/g)).toHaveLength(
    1,
  )
})
