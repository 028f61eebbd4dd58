import { expect, it } from 'vitest'
import { driveCommands, itRunsAllCommandsOf } from '../../../test/support/commands/driving-commands.ts'

const commands = driveCommands()
const { newAccount, run, runJson, runWithMessages } = commands

it.concurrent('drydock fault add adds a fault, list prints the faults, and clear removes one or all', async () => {
  const { of, faults } = await newAccount()
  const fields = [
    '--times',
    '3',
    '--after',
    '1',
    '--probability',
    '0.5',
    '--starts-in',
    '5m',
    '--lasts',
    '10m',
  ]
  const api = ['api', 'error', '--operation', 'POST /v1/labels', '--phase', 'after', '--status', '503']
  await run('fault add', ...api, '--code', 'LABEL.CREATION.FAILED', '--message', 'gone', ...fields, ...of)
  await run('fault add', 'carrier:*', 'timeout', '--latency-ms', '10', ...of)
  const [first, second] = await faults.list()
  expect(first).toMatchObject({
    target: 'api',
    operation: 'POST /v1/labels',
    mode: 'error',
    code: 'LABEL.CREATION.FAILED',
    phase: 'after',
    status: 503,
    message: 'gone',
    probability: 0.5,
    times: 3,
    after: 1,
    starts_in: '5m',
    lasts: '10m',
    remaining: 3,
  })
  expect(second).toMatchObject({ target: 'carrier:*', latency_ms: 10 })
  expect((await run('fault list', ...of)).split('\n')).toHaveLength(3)
  await run('fault clear', first?.id ?? '', ...of)
  expect(await runJson('fault list', ...of)).toEqual({ faults: [second] })
  await run('fault clear', ...of)
  expect(await runWithMessages('fault list', ...of)).toEqual({ stdout: '', told: 'drydock: No faults.\n' })
})

itRunsAllCommandsOf('fault', commands)
