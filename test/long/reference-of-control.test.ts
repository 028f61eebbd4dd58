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
import { typeCommand } from '../support/commands/typed-command.ts'
import { codeUnder } from '../support/labels/shown-page.ts'
import { header, TestClient } from '../support/test-client.ts'

/** The pages of the control protocol in the reference, and the commands on them, run unchanged. */

interface Asked {
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
let asked: Asked[] = []

beforeAll(async () => {
  simulator = await startDrydockServer({ port: 0 })
  guarded = await startDrydockServer({ port: 0, controlToken: token })
  uncontrolled = await startDrydockServer({ port: 0, control: false })
  relay = await openAlteredService(simulator.url, { controlRequest: remember })
})
afterAll(async () => {
  await relay.close()
  await Promise.all([simulator.close(), guarded.close(), uncontrolled.close()])
})

function remember({ method, path, body }: WireRequest): undefined {
  const [place = '', query = ''] = path.split('?')
  asked.push({ method, path: place, query, body: body.length === 0 ? {} : JSON.parse(body.toString()) })
}

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'drydock-control-calls-'))
afterAll(() => rmSync(folder, { recursive: true }))

const inShell = async (script: string, options = {}) =>
  (await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, ...options })).stdout

async function pageOf(name: string, { url }: DrydockServer = simulator): Promise<string> {
  const { status, bytes } = await new TestClient(url).send({ path: buildControlCallPath({ name }) })
  expect(status).toBe(200)
  return bytes.toString()
}

/** Returns the script of a page, for a reader who reaches the simulator through the relay. */
function script(page: string, label: string): string {
  return codeUnder(page, label).replaceAll(simulator.url, relay.baseUrl)
}

/** Returns the last call that a script made. */
async function lastCall(code: string): Promise<Asked | undefined> {
  asked = []
  // The curl command on the page does not fail for an error status. With this option it does.
  await inShell(`curl() { command curl --fail-with-body "$@"; }\n${code}`)
  return asked.at(-1)
}

/** Returns the request of a command line, which a shell has split. */
async function callsOf(code: string): Promise<readonly Asked[]> {
  const typed = await inShell(
    `drydock() { printf '%s\\0' "$@" > words; }\n{\n${code}\n} > /dev/null\ncat words`,
  )
  const words = typed.split('\0').slice(0, -1)
  asked = []
  const { status, stderr } = await typeCommand(
    words.map((word) => (word.endsWith('.json') ? join(folder, word) : word)),
  )
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  return asked
}

it('each control call has its own page and example line', () => {
  const calls = controlCalls.map(({ method, path }) => `${method} ${path}`)
  expect(calls.sort()).toEqual(Object.keys(describedCalls).sort())
  expect(listUnusedLines(controlCalls)).toEqual([])
})

// The stream does not end, so a shell would wait forever.
const ending = controlCalls.filter(({ name }) => name !== 'streamEvents')

describe('a call of the control protocol', () => {
  it.each(ending.map((call) => [call.name, call] as const))(
    'the shell lines on the page of %s run unchanged',
    async (name, call) => {
      const page = await pageOf(name)
      const made = await lastCall(script(page, 'The call'))
      const pattern = new RegExp(
        `^/_drydock${call.path === '/' ? '' : call.path.replaceAll(/\{\w+\}/g, '[^/{}]+')}$`,
      )
      expect(made).toMatchObject({ method: call.method, path: expect.stringMatching(pattern) })
      if (!page.includes('aria-label="The command"')) return
      const byCommand = await callsOf(script(page, 'The command'))
      const same = byCommand.find(({ method, path }) => method === call.method && pattern.test(path))
      expect(same).toMatchObject({ query: made?.query })
      if (name !== 'putSnapshot') expect(same?.body).toEqual(made?.body)
    },
  )

  it('the example line of streamEvents prints events', async () => {
    const code = codeUnder(await pageOf('streamEvents'), 'The call')
    const [, path = ''] = /^curl -s -N http:\/\/[^/]*(\S+)$/.exec(code) ?? []
    const answer = await new TestClient(simulator.url).send({ method: 'HEAD', path })
    expect(header(answer, 'Content-Type')).toContain('text/event-stream')
  })

  it.each(controlCalls.map((call) => [call.name, call] as const))(
    'the page of %s has the fields and errors of the call',
    async (name, call) => {
      const page = await pageOf(name)
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

  it('the page of faults explains the fields of each mode', async () => {
    const fields = controlCalls.find(({ name }) => name === 'addFault')?.request?.fields ?? []
    const field = (wanted: string) => fields.find(({ name }) => name === wanted)
    expect(fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(['target', 'mode'])
    expect(field('target')?.values).toEqual(expect.arrayContaining(['carrier:*', 'webhook', 'api']))
    expect(field('mode')?.values).toEqual(expect.arrayContaining(['down', 'drop', 'garbage']))
    expect(field('latency_ms')?.forms).toEqual(['timeout', 'slow', 'delay', 'latency', 'slow_body'])
    expect(field('probability')?.forms).toEqual([])
    expect(await pageOf('addFault')).toMatch(/Only with <code>timeout<\/code>/)
  })

  it('the example line takes the token from where the command does', async () => {
    const line = codeUnder(await pageOf('getClock', guarded), 'The call')
    const env = { ...process.env, DRYDOCK_CONTROL_TOKEN: token }
    expect(JSON.parse(await inShell(line, { env }))).toMatchObject({ mode: 'realtime' })
    expect(await pageOf('getClock')).not.toContain('CONTROL_TOKEN')
  })

  it("the example line uses the reader's account", async () => {
    const client = new TestClient(simulator.url)
    await client.read({ method: 'POST', path: '/_drydock/accounts', body: { id: 'twin' } })
    const { bytes } = await client.send({
      path: `${buildControlCallPath({ name: 'addFault' })}?account=twin`,
    })
    expect(codeUnder(bytes.toString(), 'The call')).toContain(
      `${simulator.url}/_drydock/accounts/twin/faults`,
    )
    expect(codeUnder(bytes.toString(), 'The command')).toBe(
      `drydock fault add carrier:UPS down --lasts 10m --account twin --url ${simulator.url}`,
    )
  })

  it('the page has no example line without a control protocol', async () => {
    const page = await pageOf('getClock', uncontrolled)
    expect(page).not.toContain('curl')
    expect(page).toContain('--no-control')
  })
})
