import { expect, it } from 'vitest'
import { driveCommands, itTypesAllOf } from '../../../test/support/commands/driving-commands.ts'

const commands = driveCommands()
const { newAccount, run, runTold } = commands

it.concurrent('drydock keys creates, lists and revokes API keys, and shows the value of a key once', async () => {
  const { of, listKeys } = await newAccount()
  const words = ['--environment', 'live', '--scopes', 'wallet:read,rates:read', '--expires-at', '2099-01-01']
  const { stdout, told } = await runTold('keys create', ...words, ...of)
  expect(told).toBe('drydock: The key is not shown again.\n')
  const [key = ''] = stdout.split('\n')
  expect(key).toMatch(/^pr_live_[0-9a-f]{32}$/)
  const listed = await run('keys list', ...of)
  expect(listed).toContain(`pr_live_…${key.slice(-4)}  expires 2099-01-01T00:00:00.000Z`)
  expect(listed).not.toContain(key)
  await runTold('clock set', '2099-01-02', ...of)
  expect((await runTold('keys list', ...of)).stdout).toContain('  expired 2099-01-01T00:00:00.000Z')
  expect(JSON.parse((await runTold('keys list', '--json', ...of)).stdout)).toHaveProperty('keys')
  const created = (await listKeys()).at(-1)
  await run('keys revoke', created?.id ?? '', ...of)
  expect((await listKeys()).map(({ revoked_at }) => revoked_at !== null)).toEqual([false, false, true])
})

itTypesAllOf('keys', commands)
