import { expect, it } from 'vitest'
import { driveCommands, itTypesAllOf } from '../../../test/support/commands/driving-commands.ts'
import { buyLabel } from '../../../test/support/labels/purchase.ts'

const commands = driveCommands()
const { newAccount, run, type } = commands

it.concurrent('tracking commands add events to parcels', async () => {
  const account = await newAccount()
  const label = await buyLabel(commands.url, account.keys.test)
  await run('tracking script', label.tracking_number, 'Lost', ...account.of)
  const pushed = await type('tracking event', label.tracking_number, 'exception', 'At customs', ...account.of)
  expect(pushed).toMatchObject({ status: 0, stderr: expect.stringContaining('No tracker of the account') })
  await run('tracking scan', label.id, ...account.of)
})

itTypesAllOf('tracking', commands)
