import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runDrydock } from '../../../test/support/commands/built-command.ts'
import { driveCommands, itRunsAllCommandsOf } from '../../../test/support/commands/driving-commands.ts'

const commands = driveCommands()
const { newAccount, run, runJson, runWithMessages, runWithStatus } = commands

const folder = mkdtempSync(join(tmpdir(), 'drydock-scenario-'))
afterAll(() => rmSync(folder, { recursive: true }))

it.concurrent('drydock scenario run and stop control built-in scenarios and scenarios from a file', async () => {
  const { of, scenario, faults } = await newAccount()
  expect(await run('scenario run', 'carrier-outage', ...of)).toBe('carrier-outage runs.\n')
  expect(await runWithMessages('scenario list', ...of)).toEqual({
    stdout: expect.stringMatching(/^bad-day-at-the-bank\n(\S.*\n {2}.*\n| {2}.*\n)*$/),
    told: 'drydock: carrier-outage runs.\n',
  })
  const step = '  - at: 0s\n    fault: { target: webhook, mode: drop }\n'
  writeFileSync(join(folder, 'own.yaml'), `name: own\ndescription: of our own\ntimeline:\n${step}`)
  await run('scenario run', join(folder, 'own.yaml'), ...of)
  expect((await faults.list()).map(({ target }) => target)).toEqual(['webhook'])
  expect(JSON.parse((await runWithStatus('scenario run', 'carrier-outage', '--json', ...of)).stdout)).toEqual(
    {
      running: 'carrier-outage',
    },
  )
  expect(await run('scenario run', join(folder, 'own.yaml'), ...of)).toBe(
    'carrier-outage is stopped.\nown runs.\n',
  )
  expect(await run('scenario stop', ...of)).toBe('own is stopped.\n')
  expect(await runJson('scenario stop', ...of)).toEqual({})
  expect((await scenario.list()).running).toBeNull()
  writeFileSync(join(folder, 'bad.yaml'), 'name: bad\ndescription: bad\ntimeline: 5\n')
  const { status, stderr } = await runWithStatus('scenario run', join(folder, 'bad.yaml'), ...of)
  expect(stderr).toMatch(/^drydock: NAME\|FILE: .*bad\.yaml:3:\d+ timeline must be a list\.\n$/)
  expect(status).toBe(2)
})

it.concurrent('drydock scenario list shows the built-in scenarios if no simulator responds', async () => {
  const { status, stdout } = await runDrydock(['scenario', 'list', '--json', '--url', 'http://127.0.0.1:9'])
  expect(JSON.parse(stdout)).toMatchObject({
    running: null,
    scenarios: [{ name: 'bad-day-at-the-bank' }, {}, {}, {}, {}],
  })
  expect(status).toBe(0)
})

itRunsAllCommandsOf('scenario', commands, { but: ['scenario check'] })
