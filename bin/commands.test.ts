import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDrydock } from '../src/client/connection.ts'
import { runDrydock, serveDrydock, spawnDrydock } from '../test/support/built-command.ts'
import { buyLabel } from '../test/support/purchase.ts'
import { TestClient } from '../test/support/test-client.ts'
import { typeCommand } from '../test/support/typed-command.ts'
import { commandTable } from './command-table.ts'

let simulator: Awaited<ReturnType<typeof serveDrydock>>
const folder = mkdtempSync(join(tmpdir(), 'drydock-commands-'))
beforeAll(async () => {
  simulator = await serveDrydock(['--seed', '7', '--quiet'])
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await simulator.stop()
})

const typed = new Set<string>()

/** Runs a command on an account of the test's own, and gives what it prints. */
async function run(line: string, ...words: readonly string[]): Promise<string> {
  const { stdout, told } = await runTold(line, ...words)
  expect({ line, told }).toEqual({ line, told: '' })
  return stdout
}

/** The same with what it tells stderr beside it. */
async function runTold(line: string, ...words: readonly string[]) {
  const { status, stdout, stderr: told } = await type(line, ...words)
  expect({ line, status }).toEqual({ line, status: 0 })
  return { stdout, told }
}

function type(line: string, ...words: readonly string[]) {
  typed.add(line)
  return typeCommand([...line.split(' '), ...words, '--url', simulator.url])
}

/** The protocol's own answer. */
async function runJson(line: string, ...words: readonly string[]): Promise<unknown> {
  return JSON.parse(await run(line, ...words, '--json'))
}

async function newAccount() {
  const { createAccount } = await connectDrydock(simulator.url)
  const account = await createAccount()
  return { ...account, of: ['--account', account.id] }
}

describe('the commands that drive a running simulator', () => {
  it.concurrent('move time', async () => {
    const { of, clock } = await newAccount()
    expect(await run('clock freeze', ...of)).toMatch(/^\S+Z {2}frozen\n$/)
    const before = Date.parse(await clock.now())
    expect(await runTold('clock advance', '90s', ...of)).toEqual({
      stdout: expect.stringMatching(/^\S+Z {2}frozen\n$/),
      told: 'drydock: Nothing was due.\n',
    })
    expect(Date.parse(await clock.now()) - before).toBe(90_000)
    expect(await run('clock set', '2027-01-01T00:00:00Z', ...of)).toBe('2027-01-01T00:00:00.000Z  frozen\n')
    expect((await runTold('clock next', 'any', ...of)).told).toContain('Nothing was due.')
    expect(await runJson('clock show', ...of)).toEqual({
      now: '2027-01-01T00:00:00.000Z',
      mode: 'frozen',
      rate: 1,
    })
    expect(await run('clock run', '--rate', '60', ...of)).toMatch(/60 times real time\n$/)
  })

  it.concurrent('show what fired', async () => {
    const account = await newAccount()
    await account.clock.freeze()
    await account.webhook.set('http://127.0.0.1:1/')
    await buyLabel(simulator.url, account.keys.test)
    await account.clock.advance({ seconds: 1 })
    const printed = await run('clock next', 'webhook', ...account.of)
    expect(printed.split('\n')[1]).toMatch(/^\S+Z {2}webhook {2}whd_\w+$/)
  })

  it.concurrent('sum up what fired where it was much, and leave nothing out as JSON', async () => {
    const account = await newAccount()
    await account.clock.freeze()
    const { tracking_number, carrier } = await buyLabel(simulator.url, account.keys.test)
    await account.tracking.script(tracking_number, 'lost')
    const body = { tracking_number, carrier }
    await new TestClient(simulator.url).read({
      method: 'POST',
      path: '/v1/trackers',
      key: account.keys.test,
      body,
    })
    const { stdout, told } = await runTold('clock advance', '10d', ...account.of)
    const [now, ...lines] = stdout.trimEnd().split('\n')
    expect(now).toMatch(/frozen$/)
    expect(lines.filter((line) => /^\d+ times {2,}\w+$/.test(line)).length).toBeGreaterThan(0)
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^first {2}\S+Z {2}\w+ +\w+$/),
      expect.stringMatching(/^last {3}\S+Z {2}\w+ +trk_\w+$/),
    ])
    expect(told).toMatch(/^drydock: Summed up, as \d+ things happened; --json has all of them\.\n$/)
    expect(lines.length).toBeLessThan(10)
    const all = await run('clock advance', '10d', '--json', ...account.of)
    expect(JSON.parse(all).fired.length).toBeGreaterThan(20)
  })

  it.concurrent('add, list and clear faults', async () => {
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
    expect(await runTold('fault list', ...of)).toEqual({ stdout: '', told: 'drydock: No faults.\n' })
  })

  it.concurrent('create, list and revoke keys, and show a key once', async () => {
    const { of, listKeys } = await newAccount()
    const words = [
      '--environment',
      'live',
      '--scopes',
      'wallet:read,rates:read',
      '--expires-at',
      '2099-01-01',
    ]
    const { stdout, told } = await runTold('keys create', ...words, ...of)
    expect(told).toBe('drydock: The key is not shown again.\n')
    const [key = ''] = stdout.split('\n')
    expect(key).toMatch(/^pr_live_[0-9a-f]{32}$/)
    const listed = await run('keys list', ...of)
    expect(listed).toContain(`pr_live_…${key.slice(-4)}  expires 2099-01-01T00:00:00.000Z`)
    expect(listed).not.toContain(key)
    const created = (await listKeys()).at(-1)
    await run('keys revoke', created?.id ?? '', ...of)
    expect((await listKeys()).map(({ revoked_at }) => revoked_at !== null)).toEqual([false, false, true])
  })

  it.concurrent('set and fund the wallet', async () => {
    const { of, wallet } = await newAccount()
    await run('wallet set', '--balance', '700', '--card', 'valid', '--auto-reload', '100:5000', ...of)
    await run('wallet fund', '500', ...of)
    expect(await run('wallet show', ...of)).toBe(
      'balance      1200 cents\ncard         valid\nauto-reload  below 100 cents, pay in 5000\n',
    )
    await run('wallet set', '--auto-reload', 'off', ...of)
    expect(await wallet.get()).toMatchObject({ balance_cents: 1200, auto_reload: { enabled: false } })
  })

  it.concurrent('set, show and clear the webhook, list and redeliver deliveries', async () => {
    const account = await newAccount()
    expect(await run('webhook set', 'http://127.0.0.1:1/hook', ...account.of)).toMatch(
      /secret {2}whsec_\w+\n$/,
    )
    expect(await run('webhook show', ...account.of)).toContain('http://127.0.0.1:1/hook')
    await buyLabel(simulator.url, account.keys.test)
    await account.clock.advance('1s')
    const listed = await run('webhook deliveries', ...account.of)
    expect(listed).toMatch(/^whd_\w+ {2}\S+Z {2}lbl_\w+ {2}pending {2}1 attempt {2}\w+ {2}next \S+Z\n$/)
    await run('webhook redeliver', listed.slice(0, listed.indexOf(' ')), ...account.of)
    expect(await run('webhook clear', ...account.of)).toBe('No events are sent.\n')
    expect(await account.webhook.get()).toEqual({ url: null, signing_secret: null })
  })

  it.concurrent('tell what happens to parcels', async () => {
    const account = await newAccount()
    const label = await buyLabel(simulator.url, account.keys.test)
    await run('tracking script', label.tracking_number, 'Lost', ...account.of)
    const pushed = await type(
      'tracking event',
      label.tracking_number,
      'exception',
      'At customs',
      ...account.of,
    )
    expect(pushed).toMatchObject({ status: 0, stderr: expect.stringContaining('Nobody tracks') })
    await run('tracking scan', label.id, ...account.of)
  })

  it.concurrent('connect, list and disconnect carriers', async () => {
    const { of } = await newAccount()
    const connected = await run('carriers connect', 'ups', '--rejected', '--nickname', 'Dock', ...of)
    expect(connected).toMatch(/^ca_\w+ {2}UPS {2}Dock {2}rejected/)
    expect(await run('carriers list', ...of)).toBe(`Carriers: DHL, FedEx, UPS, USPS\n${connected}`)
    await run('carriers disconnect', connected.slice(0, connected.indexOf(' ')), ...of)
    expect(await runJson('carriers list', ...of)).toEqual({ carrier_accounts: [] })
  })

  it.concurrent('run and stop scenarios, built in or from a file', async () => {
    const { of, scenario, faults } = await newAccount()
    expect(await run('scenario run', 'carrier-outage', ...of)).toBe('carrier-outage runs.\n')
    expect(await runTold('scenario list', ...of)).toEqual({
      stdout: expect.stringMatching(/^bad-day-at-the-bank\n(\S.*\n {2}.*\n| {2}.*\n)*$/),
      told: 'drydock: carrier-outage runs.\n',
    })
    const step = '  - at: 0s\n    fault: { target: webhook, mode: drop }\n'
    writeFileSync(join(folder, 'own.yaml'), `name: own\ndescription: of our own\ntimeline:\n${step}`)
    await run('scenario run', join(folder, 'own.yaml'), ...of)
    expect((await faults.list()).map(({ target }) => target)).toEqual(['webhook'])
    expect(JSON.parse((await type('scenario run', 'carrier-outage', '--json', ...of)).stdout)).toEqual({
      running: 'carrier-outage',
    })
    expect(await run('scenario run', join(folder, 'own.yaml'), ...of)).toBe(
      'carrier-outage is stopped.\nown runs.\n',
    )
    expect(await run('scenario stop', ...of)).toBe('own is stopped.\n')
    expect(await runJson('scenario stop', ...of)).toEqual({})
    expect((await scenario.list()).running).toBeNull()
    writeFileSync(join(folder, 'bad.yaml'), 'name: bad\ndescription: bad\ntimeline: 5\n')
    const { status, stderr } = await type('scenario run', join(folder, 'bad.yaml'), ...of)
    expect(stderr).toMatch(/^drydock: NAME\|FILE: .*bad\.yaml:3:\d+ timeline must be a list\.\n$/)
    expect(status).toBe(2)
  })

  it.concurrent('save and load snapshots, for their owner alone and over no other file', async () => {
    const { of, wallet, reset: _ } = await newAccount()
    const file = join(folder, 'before.json')
    await run('snapshot save', file, ...of)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await wallet.set({ balance_cents: 1 })
    const again = await type('snapshot save', file, ...of)
    expect(again).toMatchObject({ status: 2, stdout: '' })
    expect(again.stderr).toContain(`${file} exists; use --force`)
    await run('snapshot load', file, ...of)
    expect((await wallet.get()).balance_cents).toBe(100_000)
    const other = join(folder, 'other.json')
    writeFileSync(other, '{"balance": 5}')
    const refused = await type('snapshot load', other, ...of)
    expect(refused.stderr).toMatch(/^drydock: FILE: \S+other\.json is no snapshot: \S.+\n$/)
    expect(refused.status).toBe(2)
    await wallet.set({ balance_cents: 2 })
    writeFileSync(other, `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
    expect(await type('snapshot load', other, ...of)).toMatchObject({
      status: 2,
      stderr: `drydock: FILE: ${other} is no snapshot: it is nested too deep.\n`,
    })
    await run('snapshot save', file, '--force', ...of)
    expect(readFileSync(file, 'utf8')).toContain('"balanceCents": 2')
    expect(existsSync(`${file}.tmp`)).toBe(false)
  })

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

  it.concurrent('show requests', async () => {
    const account = await newAccount()
    expect(await runTold('requests', ...account.of)).toEqual({ stdout: '', told: 'drydock: No requests.\n' })
    await buyLabel(simulator.url, account.keys.test)
    const printed = await run('requests', '--method', 'post', '--path', '/v1/labels', ...account.of)
    expect(printed).toMatch(/^\S+Z {2}\S+ {2}POST {4}\/v1\/labels {2}201 {2}[\d.]+ ms\n$/)
    expect(await runJson('requests', '--status', '404', ...account.of)).toEqual({ requests: [] })
  })

  it.concurrent('follow requests as they come, until Ctrl-C', async () => {
    const account = await newAccount()
    await account.clock.freeze()
    const before = await buyLabel(simulator.url, account.keys.test)
    const words = [
      'requests',
      '--follow',
      '--json',
      '--since',
      '2020-01-01',
      '--url',
      simulator.url,
      ...account.of,
    ]
    const following = spawnDrydock(words)
    await following.printed(/"\/v1\/labels"/)
    const after = await buyLabel(simulator.url, account.keys.test)
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

  it.concurrent('wait until it answers', async () => {
    expect(await run('wait', '--timeout', '10s')).toBe('')
    expect(await runJson('wait', '--account', 'nobody', '--control-token', 'any')).toMatchObject({
      protocol: '1',
      implementation: { name: 'drydock' },
    })
  })
})

describe('where no simulator answers', () => {
  const nobody = ['--url', 'http://127.0.0.1:9']

  it.concurrent.each([
    'clock show',
    'fault list',
    'wallet show',
    'requests --follow',
    'webhook listen --set --port 0',
  ])('drydock %s says so in one line, with exit status 3', async (line) => {
    const { status, stdout, stderr } = await runDrydock([...line.split(' '), ...nobody])
    expect(stderr).toMatch(/^drydock: No simulator answers at http:\/\/127\.0\.0\.1:9: .+\.\n$/)
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
  })

  it.concurrent('wait gives up after its timeout', async () => {
    const { status, stderr } = await runDrydock(['wait', '--timeout', '150ms', ...nobody])
    expect(stderr).toContain('it has not answered within 150 ms')
    expect(status).toBe(3)
  })

  it.concurrent('scenario list shows the built-in ones', async () => {
    const { status, stdout } = await runDrydock(['scenario', 'list', '--json', ...nobody])
    expect(JSON.parse(stdout)).toMatchObject({
      running: null,
      scenarios: [{ name: 'bad-day-at-the-bank' }, {}, {}, {}, {}],
    })
    expect(status).toBe(0)
  })
})

describe('this file', () => {
  it('has typed every command that drives a running simulator', () => {
    const lines = commandTable.map(({ line }) => line.replace(/ (--|\[|[A-Z]).*$/, ''))
    const lists = ['labels', 'trackers', 'batches', 'shipments', 'wallet ledger']
    const elsewhere = [
      'serve',
      'conformance',
      'exec',
      'openapi',
      'postman',
      'webhook listen',
      'scenario check',
      ...lists,
    ]
    expect([...typed].sort()).toEqual(lines.filter((line) => !elsewhere.includes(line)).sort())
  })
})
