import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Account } from '../../src/client/account.ts'
import { connectDrydock } from '../../src/client/http/connection.ts'
import { serveDrydock, spawnDrydock } from '../../test/support/commands/built-command.ts'
import { runCommandQuickly } from '../../test/support/commands/typed-command.ts'
import { buyLabel } from '../../test/support/labels/purchase.ts'
import { TestClient } from '../../test/support/test-client.ts'

let simulator: Awaited<ReturnType<typeof serveDrydock>>
let account: Account
let client: TestClient
let labels: Awaited<ReturnType<typeof buyLabel>>[]
beforeAll(async () => {
  simulator = await serveDrydock(['--seed', '7', '--quiet'])
  account = await (await connectDrydock(simulator.url)).createAccount({
    clock: { mode: 'frozen', now: '2030-01-31T12:00:00Z' },
  })
  labels = [
    await buyLabel(simulator.url, account.keys.test),
    await buyLabel(simulator.url, account.keys.live),
  ]
  client = new TestClient(simulator.url)
  await client.read({ method: 'DELETE', path: `/v1/labels/${labels[0]?.id}`, key: account.keys.test })
})
afterAll(() => simulator.stop())

function runLine(line: string, ...words: readonly string[]) {
  return runCommandQuickly([...line.split(' '), ...words, '--url', simulator.url, '--account', account.id])
}

/** Returns the lines on stdout of a command, followed by its lines on stderr. */
async function readPrintedLines(line: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { status, stdout, stderr } = await runLine(line, ...words)
  expect({ line, status }).toEqual({ line, status: 0 })
  return [stdout, stderr].flatMap((text) => (text === '' ? [] : text.trimEnd().split('\n')))
}

const at = '2030-01-31T12:00:00.000Z'
const timeNote = `drydock: All times are the account's; its time is ${at}, frozen.`

describe('lists of the account', () => {
  it.concurrent("drydock labels lists the newest label first, with the account's time", async () => {
    const [first, second] = labels
    expect(await readPrintedLines('labels')).toEqual([
      expect.stringMatching(new RegExp(`^${second?.id}  ${at}  live  \\w.* cents$`)),
      expect.stringMatching(new RegExp(`^${first?.id}  ${at}  test  \\w.* cents  void requested ${at}$`)),
      timeNote,
    ])
    expect(await readPrintedLines('labels', '--environment', 'test')).toHaveLength(2)
    expect((await readPrintedLines('labels', '--last', '1')).slice(1)).toEqual([
      'drydock: Older entries are left out; --last N shows more.',
      timeNote,
    ])
    expect(JSON.parse((await runLine('labels', '--json')).stdout)).toMatchObject({
      labels: [{ id: second?.id }, { id: first?.id }],
      has_more: false,
    })
  })

  it.concurrent('drydock shipments and wallet ledger list the newest entries first', async () => {
    expect(await readPrintedLines('shipments', '--environment', 'live')).toEqual([
      expect.stringMatching(/^shp_\w+ .* {2}New York NY 10118 to Austin TX 78704$/),
      timeNote,
    ])
    expect(await readPrintedLines('wallet ledger', '--last', '1')).toEqual([
      expect.stringMatching(
        new RegExp(`^led_\\w+  ${at}  charge  -\\d+ cents  balance \\d+  label ${labels[1]?.id}$`),
      ),
      'drydock: Older entries are left out; --last N shows more.',
      timeNote,
    ])
    expect(await readPrintedLines('wallet ledger', '--environment', 'test')).toEqual([
      'drydock: No money has moved.',
    ])
  })

  it.concurrent('a drydock command that lists resources says if the list is empty', async () => {
    expect(await readPrintedLines('batches')).toEqual(['drydock: No batches.'])
    expect(await readPrintedLines('trackers', '--environment', 'live')).toEqual(['drydock: No trackers.'])
  })
})

describe('drydock tracking event', () => {
  it.concurrent('drydock tracking event accepts a status in any letter case, and warns if no tracker has the number', async () => {
    const ended = await runLine('tracking event', '99', 'Out-For-DELIVERY')
    expect(ended).toMatchObject({ status: 0, stdout: 'The event out_for_delivery is added to 99.\n' })
    expect(ended.stderr).toBe(
      `drydock: No tracker of the account ${account.id} has 99: register a tracker with this number to see the event.\n`,
    )
    const body = { tracking_number: '99990', carrier: 'UPS' }
    await client.read({ method: 'POST', path: '/v1/trackers', key: account.keys.test, body })
    expect(await runLine('tracking event', '99990', 'delivered')).toMatchObject({
      stdout: 'The event delivered is added to 99990; it shows at the next poll.\n',
      stderr: '',
    })
  })
})

describe('drydock requests', () => {
  it.concurrent('drydock requests shows the bodies of requests, and marks a request whose response was lost', async () => {
    await account.faults.add({ target: 'api', operation: 'GET /v1/wallet', mode: 'reset', times: 1 })
    const key = account.keys.test
    expect(await client.trySend({ path: '/v1/wallet', key })).toBeUndefined()
    await client.send({ path: '/v1/labels/nope', key })
    const [line, ...body] = await readPrintedLines(
      'requests',
      '--status',
      '4xx',
      '--path',
      '/v1/labels*',
      '--last',
      '1',
      '--bodies',
    )
    expect(line).toMatch(/GET {5}\/v1\/labels\/nope {2}404 LABEL\.NOT_FOUND {2}/)
    expect(body.slice(0, 3)).toEqual(['  < {', '  <   "error": {', '  <     "code": "LABEL.NOT_FOUND",'])
    expect(body.slice(-2)).toEqual(['  < }', timeNote])
    // The oldest request comes first, and each request body before its response body.
    const purchases = await readPrintedLines('requests', '--method', 'post', '--path', '/v1/*a*', '--bodies')
    const expectedLines = purchases.map(
      (each) => /^ {2}> {3}"(?:rate_id|parcel)"|POST {4}\/v1\/(?:rates|labels)/.exec(each)?.[0],
    )
    expect(expectedLines.filter((each) => each !== undefined)).toEqual([
      ...['POST    /v1/rates', '  >   "parcel"', 'POST    /v1/labels', '  >   "rate_id"'],
      ...['POST    /v1/rates', '  >   "parcel"', 'POST    /v1/labels', '  >   "rate_id"'],
    ])
    expect((await readPrintedLines('requests', '--path', '/v1/wallet'))[0]).toMatch(
      /\/v1\/wallet {2}response lost: reset before the request was carried out {2}/,
    )
  })

  it.concurrent("drydock requests --follow marks each time that differs from the machine's clock", async () => {
    const running = spawnDrydock([
      'requests',
      '--follow',
      '--since',
      '2030-01-01',
      '--path',
      '/v1/rates',
      '--url',
      simulator.url,
      '--account',
      account.id,
    ])
    expect(await running.printed(/^.*\/v1\/rates.*$/m)).toMatch(
      new RegExp(`^${at} \\(account\\)  ${account.id}  POST  `),
    )
    await running.stop()
  })
})
