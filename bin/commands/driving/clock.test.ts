import { expect, it } from 'vitest'
import { driveCommands, itRunsAllCommandsOf } from '../../../test/support/commands/driving-commands.ts'
import { buyLabel } from '../../../test/support/labels/purchase.ts'
import { TestClient } from '../../../test/support/test-client.ts'

const commands = driveCommands()
const { newAccount, run, runJson, runWithMessages } = commands

it.concurrent('drydock clock shows, advances, freezes and runs the clock of an account', async () => {
  const { of, clock } = await newAccount()
  expect(await run('clock freeze', ...of)).toMatch(/^\S+Z {2}frozen\n$/)
  const before = Date.parse(await clock.now())
  expect(await runWithMessages('clock advance', '90s', ...of)).toEqual({
    stdout: expect.stringMatching(/^\S+Z {2}frozen\n$/),
    told: 'drydock: Nothing was due.\n',
  })
  expect(Date.parse(await clock.now()) - before).toBe(90_000)
  expect(await run('clock set', '2027-01-01T00:00:00Z', ...of)).toBe('2027-01-01T00:00:00.000Z  frozen\n')
  expect((await runWithMessages('clock next', 'any', ...of)).told).toContain('Nothing was due.')
  expect(await runJson('clock show', ...of)).toEqual({
    now: '2027-01-01T00:00:00.000Z',
    mode: 'frozen',
    rate: 1,
  })
  expect(await run('clock run', '--rate', '60', ...of)).toMatch(/60 times real time\n$/)
})

it.concurrent('drydock clock preview lists what an advance would cause, such as the end of a fault, and moves no time', async () => {
  const account = await newAccount()
  await account.clock.freeze()
  const { now } = await account.clock.get()
  expect((await runWithMessages('clock preview', '1h', ...account.of)).told).toContain('Nothing would be due')
  await account.faults.add({ target: 'carrier:UPS', mode: 'down', lasts: '10m' })
  const printed = await run('clock preview', '1h', ...account.of)
  expect(printed).toMatch(/^\S+Z {2}after the advance\n1 times {2}fault ends\n/)
  expect(printed).toMatch(/\n\S+Z {2}fault ends {2}flt_\w+ {2}carrier:UPS down\n$/)
  expect(await account.clock.now()).toBe(now)
})

it.concurrent('drydock clock next prints the webhook attempt to which it advances the clock', async () => {
  const account = await newAccount()
  await account.clock.freeze()
  await account.webhook.set('http://127.0.0.1:1/')
  await buyLabel(commands.url, account.keys.test)
  await account.clock.advance({ seconds: 1 })
  const printed = await run('clock next', 'webhook', ...account.of)
  expect(printed.split('\n')[1]).toMatch(/^\S+Z {2}webhook {2}whd_\w+$/)
})

it.concurrent('drydock clock advance summarises many events, and lists all of them with --json', async () => {
  const account = await newAccount()
  await account.clock.freeze()
  const { tracking_number, carrier } = await buyLabel(commands.url, account.keys.test)
  await account.tracking.script(tracking_number, 'lost')
  const body = { tracking_number, carrier }
  await new TestClient(commands.url).read({
    method: 'POST',
    path: '/v1/trackers',
    key: account.keys.test,
    body,
  })
  const { stdout, told } = await runWithMessages('clock advance', '10d', ...account.of)
  const [now, ...lines] = stdout.trimEnd().split('\n')
  expect(now).toMatch(/frozen$/)
  expect(lines.filter((line) => /^\d+ times {2,}\w+$/.test(line)).length).toBeGreaterThan(0)
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^first {2}\S+Z {2}\w+ +\w+$/),
    expect.stringMatching(/^last {3}\S+Z {2}\w+ +trk_\w+$/),
  ])
  expect(told).toMatch(/^drydock: This is a summary of \d+ events; --json has all of them\.\n$/)
  expect(lines.length).toBeLessThan(10)
  const all = await run('clock advance', '10d', '--json', ...account.of)
  expect(JSON.parse(all).fired.length).toBeGreaterThan(20)
})

itRunsAllCommandsOf('clock', commands)
