import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlteredService, openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import { listControlCalls as readCalls } from '../../src/server/docs/model/control-calls.ts'
import { listUnusedLines } from '../../src/server/docs/model/control-lines.ts'
import { buildControlCallPath } from '../../src/server/docs/model/search.ts'
import { type DrydockServer, startDrydockServer } from '../../src/server/drydock-server.ts'
import { controlCalls as describedCalls } from '../../src/simulator/bodies/control/control-responses.ts'
import type { WireRequest } from '../../src/variations/wire.ts'
import { runCommandQuickly } from '../support/commands/typed-command.ts'
import { readCodeBlock } from '../support/labels/shown-page.ts'
import { readHeader, TestClient } from '../support/test-client.ts'

/** Checks the reference pages of the control protocol, and runs the commands on them unchanged. */

interface RecordedCall {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: unknown
}

const controlCalls = readCalls()

const token = 'only-for-this-test'
let simulator: DrydockServer
let guarded: DrydockServer
let uncontrolled: DrydockServer
let relay: AlteredService
let asked: RecordedCall[] = []

beforeAll(async () => {
  simulator = await startDrydockServer({ port: 0 })
  guarded = await startDrydockServer({ port: 0, controlToken: token })
  uncontrolled = await startDrydockServer({ port: 0, control: false })
  relay = await openAlteredService(simulator.url, { controlRequest: rememberCall })
})
afterAll(async () => {
  await relay.close()
  await Promise.all([simulator.close(), guarded.close(), uncontrolled.close()])
})

function rememberCall({ method, path, body }: WireRequest): undefined {
  const [place = '', query = ''] = path.split('?')
  asked.push({ method, path: place, query, body: body.length === 0 ? {} : JSON.parse(body.toString()) })
}

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'drydock-control-calls-'))
afterAll(() => rmSync(folder, { recursive: true }))

const runInShell = async (script: string, options = {}) =>
  (await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, ...options })).stdout

async function readPage(name: string, { url }: DrydockServer = simulator): Promise<string> {
  const { status, bytes } = await new TestClient(url).send({ path: buildControlCallPath({ name }) })
  expect(status).toBe(200)
  return bytes.toString()
}

/** Returns the script of a page, for a reader who reaches the simulator through the relay that records calls. */
function readScript(page: string, label: string): string {
  return readCodeBlock(page, label).replaceAll(simulator.url, relay.baseUrl)
}

/** Runs a script and returns the last call that it made. */
async function runAndReadLastCall(code: string): Promise<RecordedCall | undefined> {
  asked = []
  // The curl command on the page does not fail for an error status. With this option it does.
  await runInShell(`curl() { command curl --fail-with-body "$@"; }\n${code}`)
  return asked.at(-1)
}

/** Runs the drydock command of a page, whose words a shell splits. Returns the control calls that it made. */
async function runAndReadCalls(code: string): Promise<readonly RecordedCall[]> {
  const typed = await runInShell(
    `drydock() { printf '%s\\0' "$@" > words; }\n{\n${code}\n} > /dev/null\ncat words`,
  )
  const words = typed.split('\0').slice(0, -1)
  asked = []
  const { status, stderr } = await runCommandQuickly(
    words.map((word) => (word.endsWith('.json') ? join(folder, word) : word)),
  )
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  return asked
}

it('each call of the control protocol has a page in the API reference, with an example command', () => {
  const calls = controlCalls.map(({ method, path }) => `${method} ${path}`)
  expect(calls.sort()).toEqual(Object.keys(describedCalls).sort())
  expect(listUnusedLines(controlCalls)).toEqual([])
})

// The call streamEvents is left out, because its command never ends.
const ending = controlCalls.filter(({ name }) => name !== 'streamEvents')

describe('the reference page of a control call', () => {
  it.each(ending.map((call) => [call.name, call] as const))(
    'the curl and drydock commands on the API reference page of %s make the same control call',
    async (name, call) => {
      const page = await readPage(name)
      const made = await runAndReadLastCall(readScript(page, 'The call'))
      const pattern = new RegExp(
        `^/_drydock${call.path === '/' ? '' : call.path.replaceAll(/\{\w+\}/g, '[^/{}]+')}$`,
      )
      expect(made).toMatchObject({ method: call.method, path: expect.stringMatching(pattern) })
      if (!page.includes('aria-label="The command"')) return
      const byCommand = await runAndReadCalls(readScript(page, 'The command'))
      const same = byCommand.find(({ method, path }) => method === call.method && pattern.test(path))
      expect(same).toMatchObject({ query: made?.query })
      if (name !== 'putSnapshot') expect(same?.body).toEqual(made?.body)
    },
  )

  it('the curl command on the API reference page of streamEvents gets an event stream', async () => {
    const code = readCodeBlock(await readPage('streamEvents'), 'The call')
    const [, path = ''] = /^curl -s -N http:\/\/[^/]*(\S+)$/.exec(code) ?? []
    const answer = await new TestClient(simulator.url).send({ method: 'HEAD', path })
    expect(readHeader(answer, 'Content-Type')).toContain('text/event-stream')
  })

  it.each(controlCalls.map((call) => [call.name, call] as const))(
    "the API reference page of the control call %s lists the call's parameters, fields and errors",
    async (name, call) => {
      const page = await readPage(name)
      expect(page).toContain(call.path === '/' ? '/_drydock' : `/_drydock${call.path}`)
      for (const code of [...call.codes, ...call.commonCodes])
        expect(page).toContain(`href="/docs/errors/${code}"`)
      const shown = {
        parameter: call.parameters,
        request: call.request?.fields ?? [],
        answer: call.response.fields,
      }
      for (const [part, fields] of Object.entries(shown))
        for (const { path, description } of fields) {
          expect(page).toContain(`id="${part}-${path.replaceAll('[]', '')}"`)
          expect(description, path).not.toBe('')
        }
      const isBare = call.response.type === null || name === 'getControlDocument'
      expect(call.response.fields.length > 0).toBe(!isBare)
    },
  )

  it('the API reference page of addFault says which fields a fault of each mode may have', async () => {
    const fields = controlCalls.find(({ name }) => name === 'addFault')?.request?.fields ?? []
    const findField = (wanted: string) => fields.find(({ name }) => name === wanted)
    expect(fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(['target', 'mode'])
    expect(findField('target')?.values).toEqual(expect.arrayContaining(['carrier:*', 'webhook', 'api']))
    expect(findField('mode')?.values).toEqual(expect.arrayContaining(['down', 'drop', 'garbage']))
    expect(findField('latency_ms')?.forms).toEqual(['timeout', 'slow', 'delay', 'latency', 'slow_body'])
    expect(findField('probability')?.forms).toEqual([])
    expect(await readPage('addFault')).toMatch(/Only with <code>timeout<\/code>/)
  })

  it('the curl command on an API reference page takes the control token from DRYDOCK_CONTROL_TOKEN', async () => {
    const line = readCodeBlock(await readPage('getClock', guarded), 'The call')
    const env = { ...process.env, DRYDOCK_CONTROL_TOKEN: token }
    expect(JSON.parse(await runInShell(line, { env }))).toMatchObject({ mode: 'realtime' })
    expect(await readPage('getClock')).not.toContain('CONTROL_TOKEN')
  })

  it('the commands on an API reference page name the account that the reader chose', async () => {
    const client = new TestClient(simulator.url)
    await client.read({ method: 'POST', path: '/_drydock/accounts', body: { id: 'twin' } })
    const { bytes } = await client.send({
      path: `${buildControlCallPath({ name: 'addFault' })}?account=twin`,
    })
    expect(readCodeBlock(bytes.toString(), 'The call')).toContain(
      `${simulator.url}/_drydock/accounts/twin/faults`,
    )
    expect(readCodeBlock(bytes.toString(), 'The command')).toBe(
      `drydock fault add carrier:UPS down --lasts 10m --account twin --url ${simulator.url}`,
    )
  })

  it('an API reference page about a control call has no commands if the control protocol is off', async () => {
    const page = await readPage('getClock', uncontrolled)
    expect(page).not.toContain('curl')
    expect(page).toContain('--no-control')
  })
})
