import { expect, it } from 'vitest'
import { runDrydock } from '../../test/support/commands/built-command.ts'
import { driveCommands, itRunsAllCommandsOf } from '../../test/support/commands/driving-commands.ts'

const commands = driveCommands()
const { run, runJson } = commands

it.concurrent('drydock wait exits with 0 when the simulator responds', async () => {
  expect(await run('wait', '--timeout', '10s')).toBe('')
  expect(await runJson('wait', '--account', 'nobody', '--control-token', 'any')).toMatchObject({
    protocol: '1',
    implementation: { name: 'drydock' },
  })
})

it.concurrent('drydock wait exits with 3 if the simulator does not respond within --timeout', async () => {
  const { status, stderr } = await runDrydock(['wait', '--timeout', '150ms', '--url', 'http://127.0.0.1:9'])
  expect(stderr).toContain('it has not responded within 150 ms')
  expect(status).toBe(3)
})

itRunsAllCommandsOf('wait', commands)
