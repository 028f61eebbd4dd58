import { expect, it } from 'vitest'
import { driveCommands, itRunsAllCommandsOf } from '../../../test/support/commands/driving-commands.ts'

const commands = driveCommands()
const { run, runWithStatus } = commands

it.concurrent('drydock accounts create, list and delete add, print and remove an account, and drydock reset restores its first state', async () => {
  const printed = await run('accounts create', 'ci', '--seed', '7', '--clock', 'x60', '--now', '2030-01-01')
  expect(printed).toMatch(
    /^id +ci\ntest key +pr_test_\w+\nlive key +pr_live_\w+\nclock +2030-01-01T00:00:\S+Z {2}60 times real time\n$/,
  )
  expect(await run('accounts list')).toContain('ci')
  await run('wallet set', '--balance', '1', '--account', 'ci')
  await run('reset', '--account', 'ci')
  expect(await run('wallet show', '--account', 'ci')).toContain('100000 cents')
  await run('accounts delete', 'ci')
  const { status, stdout, stderr } = await runWithStatus('accounts delete', 'ci', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'CONTROL.ACCOUNT.NOT_FOUND' } })
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
})

it.concurrent('drydock accounts create --key-prefix creates keys with the prefix, and refuses an invalid one', async () => {
  expect(await run('accounts create', 'shard', '--key-prefix', 'abc')).toMatch(
    /test key +pr_test_abc[0-9a-f]{29}\nlive key +pr_live_abc[0-9a-f]{29}\n/,
  )
  for (const wrong of ['ABC', '123456789', 'xyz']) {
    const { status, stdout } = await runWithStatus(
      'accounts create',
      'wrong',
      '--key-prefix',
      wrong,
      '--json',
    )
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({
      status: 1,
      error: { code: 'VALIDATION.FIELD.INVALID', field: 'key_prefix' },
    })
  }
})

// A prune would delete the accounts of other tests, so test/promises/prune.test.ts tests it with its own simulator.
itRunsAllCommandsOf('accounts', commands, { but: ['accounts prune'] })
itRunsAllCommandsOf('reset', commands)
