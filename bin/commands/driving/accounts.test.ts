import { expect, it } from 'vitest'
import { driveCommands, itTypesAllOf } from '../../../test/support/commands/driving-commands.ts'

const commands = driveCommands()
const { run, type } = commands

it.concurrent('create, list, reset and delete accounts', async () => {
  const printed = await run('accounts create', 'ci', '--seed', '7', '--clock', 'x60', '--now', '2030-01-01')
  expect(printed).toMatch(
    /^id +ci\ntest key +pr_test_\w+\nlive key +pr_live_\w+\nclock +2030-01-01T00:00:\S+Z {2}60 times real time\n$/,
  )
  expect(await run('accounts list')).toContain('ci')
  await run('wallet set', '--balance', '1', '--account', 'ci')
  await run('reset', '--account', 'ci')
  expect(await run('wallet show', '--account', 'ci')).toContain('100000 cents')
  await run('accounts delete', 'ci')
  const { status, stdout, stderr } = await type('accounts delete', 'ci', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'CONTROL.ACCOUNT.NOT_FOUND' } })
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
})

itTypesAllOf('accounts', commands)
itTypesAllOf('reset', commands)
