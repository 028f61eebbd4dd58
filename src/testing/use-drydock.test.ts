import { describe, expect, it, vi } from 'vitest'
import { sharedSimulator } from '../../test/support/shared-simulator.ts'
import { TestClient } from '../../test/support/test-client.ts'
import { connectDrydock } from '../client/http/connection.ts'
import { openSimulator } from './simulator.ts'
import { useDrydock } from './use-drydock.ts'

const { url } = sharedSimulator()

/** Returns test hooks, and a function that runs one by its name. */
function createManualHooks() {
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

const listAccountIds = async () => (await (await connectDrydock(url)).accounts()).map(({ id }) => id)

describe('useDrydock', () => {
  it('useDrydock gives each test its own account, and deletes it after the test', async () => {
    const { hooks, run } = createManualHooks()
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
      `Expected exactly 1 request buyLabel; the account ${id} received 0 that match.\nIt received 1 request, oldest first:\n  GET /v1/wallet -> 200`,
    )
    await run('afterEach')
    await run('beforeEach')
    expect(drydock.account.id).not.toBe(id)
    expect(await listAccountIds()).not.toContain(id)
    await drydock.account.delete()
    await run('afterEach')
    await run('after')
    expect(() => drydock.dock).toThrow('only while a test')
  })

  it('useDrydock gives a subtest of node:test its own account, and afterwards the outer test uses its own account again', async () => {
    const { hooks, run } = createManualHooks()
    const drydock = useDrydock(hooks, { url })
    await run('before')
    await run('beforeEach')
    const { id } = drydock.account
    await run('beforeEach')
    const { id: inner } = drydock.account
    expect(inner).not.toBe(id)
    await run('afterEach')
    expect(drydock.account.id).toBe(id)
    await run('afterEach')
    await run('after')
    expect((await listAccountIds()).filter((each) => [id, inner].includes(each))).toEqual([])
  })

  it('useDrydock keeps the account of a failed test of node:test, and reports its requests', async () => {
    const { hooks, run } = createManualHooks()
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
    expect(await listAccountIds()).toContain(id)
    await deleteAccount()
  })

  it('useDrydock starts a simulator if it gets options for a simulator, and stops the simulator after the tests', async () => {
    const { hooks, run } = createManualHooks()
    const drydock = useDrydock(hooks, { simulator: { seed: 7 } })
    await run('before')
    const { dock } = drydock
    expect(dock.url).not.toBe(url)
    await run('after')
    await expect(dock.discover()).rejects.toThrow('No simulator responds')
  })

  it('useDrydock throws if its account is read outside of a test', () => {
    const { hooks } = createManualHooks()
    expect(() => useDrydock(hooks, { url }).account).toThrow('only while a test')
  })

  it('useDrydock names the hook that its arguments lack, such as afterEach', () => {
    expect(() => Reflect.apply(useDrydock, undefined, [{ before: () => undefined }])).toThrow(
      'needs the hook afterAll or after of the test runner',
    )
  })
})

describe('openSimulator', () => {
  it('openSimulator connects to the simulator at DRYDOCK_URL', async () => {
    vi.stubEnv('DRYDOCK_URL', url)
    const { dock, close } = await openSimulator({})
    vi.unstubAllEnvs()
    expect(dock.url).toBe(url)
    await close()
  })

  it('openSimulator refuses simulator options together with the URL of a running simulator', async () => {
    await expect(openSimulator({ url, simulator: {} })).rejects.toThrow(
      'url and simulator cannot be given together',
    )
  })
})
