import { describe, expect, it, vi } from 'vitest'
import { sharedSimulator } from '../../test/support/shared-simulator.ts'
import { TestClient } from '../../test/support/test-client.ts'
import { connectDrydock } from '../client/http/connection.ts'
import { openSimulator } from './simulator.ts'
import { useDrydock } from './use-drydock.ts'

const { url } = sharedSimulator()

/** Returns hooks that run when the test says so. */
function manualHooks() {
  type Run = (...given: readonly unknown[]) => Promise<void>
  const runs: Record<string, Run> = {}
  const hook = (name: string) => (run: Run) => {
    runs[name] = run
  }
  const [before, after, beforeEach, afterEach] = ['before', 'after', 'beforeEach', 'afterEach'].map(hook)
  if (!before || !after || !beforeEach || !afterEach) throw new Error('There are four hooks.')
  return {
    hooks: { before, after, beforeEach, afterEach },
    run: (name: string, ...given: unknown[]) => runs[name]?.(...given),
  }
}

const accountIds = async () => (await (await connectDrydock(url)).accounts()).map(({ id }) => id)

describe('useDrydock', () => {
  it('gives each test an account of its own, and deletes it after the test', async () => {
    const { hooks, run } = manualHooks()
    const drydock = useDrydock(hooks, { url, account: { clock: 'frozen@2030-01-01T00:00:00Z' } })
    await run('before')
    await run('beforeEach')
    const { id, keys } = drydock.account
    expect(await drydock.account.clock.now()).toBe('2030-01-01T00:00:00.000Z')
    expect(drydock.account.url).toBe(url)
    await new TestClient(url).send({ path: '/v1/wallet', key: keys.test })
    expect(await drydock.account.assertReceived('getWallet')).toMatchObject([
      { path: '/v1/wallet', status: 200 },
    ])
    await expect(drydock.account.assertReceived({ operation: 'buyLabel', times: 1 })).rejects.toThrow(
      `Expected exactly 1 request buyLabel; the account ${id} received 0 such.\nIt received 1 request, oldest first:\n  GET /v1/wallet -> 200`,
    )
    await run('afterEach')
    await run('beforeEach')
    expect(drydock.account.id).not.toBe(id)
    expect(await accountIds()).not.toContain(id)
    await drydock.account.delete()
    await run('afterEach')
    await run('after')
    expect(() => drydock.dock).toThrow('only while a test')
  })

  it('keeps the account of a failed test of node:test, and reports its requests', async () => {
    const { hooks, run } = manualHooks()
    const drydock = useDrydock(hooks, { url })
    await run('before')
    await run('beforeEach')
    const { id, keys, delete: deleteAccount } = drydock.account
    await new TestClient(url).send({ path: '/v1/wallet', key: keys.test })
    const diagnostic = vi.fn()
    await run('afterEach', { passed: false, diagnostic })
    expect(diagnostic.mock.calls).toEqual([
      [`Account ${id} (${url}/dashboard/${id}/requests). It received 1 request, oldest first:`],
      [expect.stringMatching(/^ {2}GET \/v1\/wallet -> 200/)],
    ])
    expect(await accountIds()).toContain(id)
    await deleteAccount()
  })

  it('starts a simulator of its own if options are given, and stops it', async () => {
    const { hooks, run } = manualHooks()
    const drydock = useDrydock(hooks, { simulator: { seed: 7 } })
    await run('before')
    const { dock } = drydock
    expect(dock.url).not.toBe(url)
    await run('after')
    await expect(dock.discover()).rejects.toThrow('No simulator answers')
  })

  it('says that there is no account outside of a test', () => {
    const { hooks } = manualHooks()
    expect(() => useDrydock(hooks, { url }).account).toThrow('only while a test')
  })

  it('names the hook that it lacks', () => {
    expect(() => Reflect.apply(useDrydock, undefined, [{ before: () => undefined }])).toThrow(
      'needs the hook afterAll or after of the test runner',
    )
  })
})

describe('openSimulator', () => {
  it('takes the simulator of DRYDOCK_URL', async () => {
    vi.stubEnv('DRYDOCK_URL', url)
    const { dock, close } = await openSimulator({})
    vi.unstubAllEnvs()
    expect(dock.url).toBe(url)
    await close()
  })

  it('refuses options for a simulator that runs already', async () => {
    await expect(openSimulator({ url, simulator: {} })).rejects.toThrow(
      'url and simulator exclude each other',
    )
  })
})
