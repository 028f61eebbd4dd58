import { expect, it } from 'vitest'
import { driveCommands, itRunsAllCommandsOf } from '../../../test/support/commands/driving-commands.ts'
import { buyLabel } from '../../../test/support/labels/purchase.ts'
import { TestClient } from '../../../test/support/test-client.ts'

const commands = driveCommands()
const { newAccount, run, runWithStatus } = commands

it.concurrent('drydock tracking event adds a tracking event to a parcel', async () => {
  const account = await newAccount()
  const label = await buyLabel(commands.url, account.keys.test)
  await run('tracking script', label.tracking_number, 'Lost', ...account.of)
  const pushed = await runWithStatus(
    'tracking event',
    label.tracking_number,
    'exception',
    'At customs',
    ...account.of,
  )
  expect(pushed).toMatchObject({ status: 0, stderr: expect.stringContaining('No tracker of the account') })
  await run('tracking scan', label.id, ...account.of)
})

it.concurrent('drydock tracking poll polls the tracker of one parcel or all trackers, and says if no tracker matches', async () => {
  const account = await newAccount()
  const { tracking_number, carrier } = await buyLabel(commands.url, account.keys.test)
  const none = await runWithStatus('tracking poll', tracking_number, ...account.of)
  expect(none).toMatchObject({ status: 0, stdout: 'Polled 0 trackers.\n' })
  expect(none.stderr).toContain('No tracker matches')
  const body = { tracking_number, carrier }
  await new TestClient(commands.url).read({
    method: 'POST',
    path: '/v1/trackers',
    key: account.keys.test,
    body,
  })
  expect(await run('tracking poll', tracking_number, ...account.of)).toBe('Polled 1 tracker.\n')
  expect(await run('tracking poll', '--carrier', carrier, ...account.of)).toBe('Polled 1 tracker.\n')
})

itRunsAllCommandsOf('tracking', commands)
