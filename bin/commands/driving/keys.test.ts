import { expect, it } from 'vitest'
import { driveCommands, itRunsAllCommandsOf } from '../../../test/support/commands/driving-commands.ts'

const commands = driveCommands()
const { newAccount, run, runWithMessages } = commands

it.concurrent('drydock keys create shows the value of a key once, and drydock keys list shows only its end', async () => {
  const { of, listKeys } = await newAccount()
  const words = ['--environment', 'live', '--scopes', 'wallet:read,rates:read', '--expires-at', '2099-01-01']
  const { stdout, told } = await runWithMessages('keys create', ...words, ...of)
  expect(told).toBe('drydock: The key is not shown again.\n')
  const [key = ''] = stdout.split('\n')
  expect(key).toMatch(/^pr_live_[0-9a-f]{32}$/)
  const listed = await run('keys list', ...of)
  expect(listed).toContain(`pr_live_…${key.slice(-4)}  expires 2099-01-01T00:00:00.000Z`)
  expect(listed).not.toContain(key)
  await runWithMessages('clock set', '2099-01-02', ...of)
  expect((await runWithMessages('keys list', ...of)).stdout).toContain('  expired 2099-01-01T00:00:00.000Z')
  expect(JSON.parse((await runWithMessages('keys list', '--json', ...of)).stdout)).toHaveProperty('keys')
  const created = (await listKeys()).at(-1)
  await run('keys revoke', created?.id ?? '', ...of)
  expect((await listKeys()).map(({ revoked_at }) => revoked_at !== null)).toEqual([false, false, true])
})

itRunsAllCommandsOf('keys', commands)
