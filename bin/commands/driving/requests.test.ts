import { expect, it } from 'vitest'
import { spawnDrydock } from '../../../test/support/commands/built-command.ts'
import { driveCommands, itRunsAllCommandsOf } from '../../../test/support/commands/driving-commands.ts'
import { buyLabel } from '../../../test/support/labels/purchase.ts'

const commands = driveCommands()
const { newAccount, run, runJson, runWithMessages } = commands

it.concurrent('drydock requests prints the logged requests of an account', async () => {
  const account = await newAccount()
  expect(await runWithMessages('requests', ...account.of)).toEqual({
    stdout: '',
    told: 'drydock: No requests.\n',
  })
  await buyLabel(commands.url, account.keys.test)
  const printed = await run('requests', '--method', 'post', '--path', '/v1/labels', ...account.of)
  expect(printed).toMatch(/^\S+Z {2}\S+ {2}POST {4}\/v1\/labels {2}201 {2}[\d.]+ ms\n$/)
  expect(await runJson('requests', '--status', '404', ...account.of)).toEqual({ requests: [] })
})

it.concurrent('drydock requests --follow prints each request that the simulator receives, until Ctrl-C', async () => {
  const account = await newAccount()
  await account.clock.freeze()
  const before = await buyLabel(commands.url, account.keys.test)
  const words = [
    'requests',
    '--follow',
    '--json',
    '--since',
    '2020-01-01',
    '--url',
    commands.url,
    ...account.of,
  ]
  const following = spawnDrydock(words)
  await following.printed(/"\/v1\/labels"/)
  const after = await buyLabel(commands.url, account.keys.test)
  await following.printed(new RegExp(after.id))
  following.child.kill('SIGINT')
  const { status, stdout, stderr } = await following.ended
  const entries = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(entries.map(({ path }) => path)).toEqual(['/v1/rates', '/v1/labels', '/v1/rates', '/v1/labels'])
  expect(entries[1].response_body.id).toBe(before.id)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

itRunsAllCommandsOf('requests', commands)
