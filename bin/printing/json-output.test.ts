import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Drydock, startDrydock } from '../../src/index.ts'
import { buyLabel } from '../../test/support/labels/purchase.ts'
import { prepareCommand } from '../conformance/preparing.ts'
import { commandTable } from '../parsing/command-table.ts'
import { jsonOption } from '../remote.ts'

/** Checks that stdout has only JSON with --json, and only data without it; notes go to stderr. */

const output = vi.hoisted(() => ({ stdout: '', stderr: '' }))
vi.mock('./output.ts', () => ({
  outputGone: new AbortController().signal,
  print: (text: string) => {
    output.stdout += text
  },
  printProblem: (...lines: readonly string[]) => {
    output.stderr += `${lines.join('\n')}\n`
  },
  isOutputLost: () => Promise.resolve(false),
}))

const folder = mkdtempSync(join(tmpdir(), 'drydock-json-'))
let dock: Drydock
let lines: readonly (readonly string[])[]
beforeAll(async () => {
  dock = await startDrydock({ clock: 'frozen@2030-01-31T12:00:00Z' })
  writeFileSync(
    join(folder, 'own.yaml'),
    'name: own\ndescription: of our own\ntimeline:\n  - at: 0s\n    fault: { target: webhook, mode: drop }\n',
  )
  await dock.webhook.set('http://127.0.0.1:1/')
  const label = await buyLabel(dock.url, dock.keys.test)
  await dock.clock.advance('1s')
  const [delivery] = await dock.webhook.deliveries()
  const key = await dock.createKey({ environment: 'test' })
  const fault = await dock.faults.add({ target: 'api', mode: 'latency', latency_ms: 1 })
  const carrier = await dock.carriers.connect({ carrier: 'UPS' })
  const snapshot = join(folder, 'snapshot.json')
  lines = [
    ['wait'],
    ['fault add', 'carrier:*', 'down'],
    ['fault list'],
    ['fault clear', fault.id],
    ['clock show'],
    ['clock advance', '30d'],
    ['clock next', 'any'],
    ['clock set', '2031-01-01T00:00:00Z'],
    ['clock freeze'],
    ['clock run'],
    ['keys create'],
    ['keys list'],
    ['keys revoke', key.id],
    ['wallet show'],
    ['review'],
    ['wallet set', '--balance', '5000'],
    ['wallet fund', '500'],
    ['wallet ledger', '--last', '1'],
    ['webhook set', 'http://127.0.0.1:1/'],
    ['webhook show'],
    ['webhook deliveries'],
    ['webhook redeliver', delivery?.id ?? ''],
    ['webhook clear'],
    ['tracking script', label.tracking_number, 'lost'],
    ['tracking event', label.tracking_number, 'exception'],
    ['tracking scan', label.id],
    ['tracking poll'],
    ['clock preview', '1h'],
    ['carriers list'],
    ['carriers connect', 'FedEx'],
    ['carriers disconnect', carrier.id],
    ['scenario run', 'carrier-outage'],
    ['scenario list'],
    ['scenario check', join(folder, 'own.yaml')],
    ['scenario stop'],
    ['snapshot save', snapshot],
    ['snapshot load', snapshot],
    ['snapshot save', '--name', 'kept'],
    ['snapshot list'],
    ['snapshot delete', '--name', 'kept'],
    ['accounts create', 'other'],
    ['accounts list'],
    ['accounts prune', '--idle', '7d', '--dry-run'],
    ['accounts delete', 'other'],
    ['labels', '--last', '1'],
    ['trackers'],
    ['batches'],
    ['shipments'],
    ['requests'],
    ['reset'],
  ]
})
afterAll(async () => {
  await dock.close()
  rmSync(folder, { recursive: true })
})

async function runLine(...words: readonly string[]) {
  output.stdout = ''
  output.stderr = ''
  const [line = '', ...rest] = words
  const prepared = await prepareCommand([...line.split(' '), ...rest], { DRYDOCK_URL: dock.url })
  const status = await prepared?.command.run(prepared.given)
  return { status, ...output }
}

it('every drydock command with --json prints exactly one JSON text', async () => {
  for (const words of lines) {
    const { status, stdout } = await runLine(...words, '--json')
    expect({ words, status }).toEqual({ words, status: 0 })
    expect({ words, value: JSON.parse(stdout) }).toEqual({ words, value: expect.any(Object) })
    // With --json, an error response of the simulator is printed as JSON, too.
    if (
      ![
        'wait',
        'scenario check',
        'scenario list',
        'accounts list',
        'accounts create',
        'accounts prune',
      ].includes(words[0] ?? '')
    ) {
      const refused = await runLine(
        ...words,
        '--json',
        '--account',
        'nobody',
        ...(words[0] === 'snapshot save' && words[1] !== '--name' ? ['--force'] : []),
      )
      // For `review`, 1 means that the review failed, so a refusal by the simulator has status 2.
      expect({ words, status: refused.status }).toEqual({ words, status: words[0] === 'review' ? 2 : 1 })
      expect(JSON.parse(refused.stdout)).toEqual({ error: expect.any(Object) })
    }
  }
})

it('the tests of the option --json run every drydock command that has this option, except drydock webhook listen', async () => {
  const takers: string[] = []
  for (const { line, load } of commandTable) {
    if ((await load()).options.includes(jsonOption)) takers.push(line.replace(/ (--|\[|[A-Z]).*$/, ''))
  }
  const tried = lines.map(([line]) => line)
  // Other tests check the JSON lines of commands that run until a signal.
  expect(takers.filter((line) => !tried.includes(line))).toEqual(['webhook listen'])
})

it.each([
  ['fault list', 'No faults.'],
  ['webhook deliveries', 'No deliveries.'],
  ['labels', 'No labels.'],
  ['wallet ledger --environment test', 'No money has moved.'],
  ['requests', 'No requests.'],
])('drydock %s reports an empty list on stderr', async (line, told) => {
  const { id } = await dock.createAccount()
  expect(await runLine(line, '--account', id)).toEqual({ status: 0, stdout: '', stderr: `${told}\n` })
})

it('drydock commands print notes on stderr, and data on stdout', async () => {
  const { id, clock } = await dock.createAccount()
  await clock.freeze()
  const of = ['--account', id]
  const now = `${await clock.now()}  frozen\n`
  expect(await runLine('clock next', 'any', ...of)).toEqual({
    status: 0,
    stdout: now,
    stderr: 'Nothing was due.\n',
  })
  const listed = await runLine('scenario list', ...of)
  await runLine('scenario run', 'carrier-outage', ...of)
  expect(await runLine('scenario list', ...of)).toEqual({ ...listed, stderr: 'carrier-outage runs.\n' })
  const created = await runLine('keys create', ...of)
  expect(created.stdout).toMatch(/^pr_test_\w+\nkey_\w+ may .*\.\n$/)
  expect(created.stderr).toContain('The key is not shown again.\n')
  const carriers = await runLine('carriers list', ...of)
  expect(carriers.stdout).toBe('Carriers: DHL, FedEx, UPS, USPS\n')
  expect(carriers.stderr).toBe('No carrier account is connected.\n')
})
