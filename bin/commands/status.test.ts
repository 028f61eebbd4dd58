import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Drydock, startDrydock } from '../../src/index.ts'
import { runCommandQuickly } from '../../test/support/commands/typed-command.ts'
import { buyLabel } from '../../test/support/labels/purchase.ts'

let dock: Drydock
beforeAll(async () => {
  dock = await startDrydock()
})
afterAll(() => dock.close())

it('drydock status reports that a new simulator has no faults, no moved clocks and no failing webhooks', async () => {
  const { status, stdout } = await runCommandQuickly(['status', '--url', dock.url])
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(
      new RegExp(
        `^simulator +${dock.url} \\(drydock \\S+\\)\naccounts +1: default\nfaults +none\nmoved clocks +none\nfailing webhooks +none\n$`,
      ),
    ),
  })
})

it('drydock status shows faults, moved clocks and failing webhooks of all accounts', async () => {
  const account = await dock.createAccount({ id: 'ci', clock: 'frozen@2030-01-01T00:00:00Z' })
  await account.faults.add({ target: 'carrier:UPS', mode: 'down' })
  await account.webhook.set('http://127.0.0.1:1/hooks')
  await buyLabel(dock.url, account.keys.test)
  await account.clock.advance('0s')
  const { stdout } = await runCommandQuickly(['status', '--url', dock.url])
  expect(stdout).toMatch(/accounts +2: default; ci\n/)
  expect(stdout).toMatch(/faults +1: ci: carrier:UPS down\n/)
  expect(stdout).toMatch(/moved clocks +1: ci: 2030-01-01T00:00:00.000Z frozen\n/)
  expect(stdout).toMatch(/failing webhooks +1: ci: http:\/\/127.0.0.1:1\/hooks, 0 failed, 1 to be retried\n/)
  const json = await runCommandQuickly(['status', '--json', '--url', dock.url])
  expect(JSON.parse(json.stdout)).toMatchObject({
    url: dock.url,
    accounts: [
      { id: 'default', faults: [], webhook: { url: null, failed: 0, waiting: 0 } },
      { id: 'ci', faults: [{ target: 'carrier:UPS' }], webhook: { waiting: 1 } },
    ],
  })
})

it('drydock status exits with 3 if no simulator responds', async () => {
  expect(await runCommandQuickly(['status', '--url', 'http://127.0.0.1:9'])).toMatchObject({
    status: 3,
    stdout: '',
  })
})
