import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import seed from '../../fixtures/seed.json' with { type: 'json' }
import { startDrydockServer } from '../../src/server/drydock-server.ts'
import { walletBody } from '../../src/simulator/bodies/wallet.ts'
import { runDrydock } from '../support/commands/built-command.ts'
import { projectFile } from '../support/project.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { TestClient } from '../support/test-client.ts'

/**
 * Checks the documents in the form in which users get them: from a simulator, from the command and from the package.
 */

const { url } = sharedSimulator()
const client = new TestClient(url)
const written = readFileSync(projectFile('schemas/openapi.json'), 'utf8')

/**
 * Returns the signature of the example event that a document shows, and the correct signature for the bytes of that
 * event.
 */
function findSignatures(document: string): { readonly shown: string; readonly due: string } {
  const { parameters, requestBody } = JSON.parse(document).webhooks['label.created'].post
  const body = JSON.stringify(requestBody.content['application/json'].examples.recorded.value)
  const due = createHmac('sha256', seed.signing_secret).update(body).digest('hex')
  return { shown: parameters[0].example, due: `sha256=${due}` }
}

it('the simulator serves the OpenAPI document with its own URL, as the request names it', async () => {
  const { status, headers, bytes } = await client.send({ path: '/openapi.json' })
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'application/json; charset=utf-8',
  })
  const here = written.replaceAll('http://127.0.0.1:4010', url)
  expect(bytes.toString()).toBe(here.replaceAll(findSignatures(written).shown, findSignatures(here).due))
  expect(JSON.parse(bytes.toString()).servers).toEqual([{ url, description: 'The simulator.' }])

  const elsewhere = url.replace('127.0.0.1', 'localhost')
  const named = await new TestClient(elsewhere).send({ path: '/openapi.json' })
  expect(Object(named.body).servers[0].url).toBe(elsewhere)
})

it.each([
  ['ship.example.test', 'https://ship.example.test/base'],
  ['Ship.Example.test:443', 'https://ship.example.test/base'],
  // The port is not that of the public URL, so this request did not come through the proxy.
  ['ship.example.test:4010', 'http://ship.example.test:4010'],
  ['box.example.test', 'http://box.example.test'],
])(
  'behind a proxy with the host %s, the simulator serves an OpenAPI document with the server %s',
  async (host, server) => {
    const simulator = await startDrydockServer({
      port: 0,
      publicUrl: 'https://ship.example.test/base',
      allowedHosts: ['box.example.test'],
    })
    try {
      const headers = { Host: host, 'X-Forwarded-Proto': 'gopher', 'X-Forwarded-Host': 'evil.example.test' }
      const { body } = await new TestClient(simulator.url).send({ path: '/openapi.json', headers })
      expect(Object(body).servers).toEqual([{ url: server, description: 'The simulator.' }])
    } finally {
      await simulator.close()
    }
  },
)

it('the simulator serves the OpenAPI document as YAML', async () => {
  const { headers, bytes } = await client.send({ path: '/openapi.yaml' })
  expect(headers['content-type']).toBe('application/yaml; charset=utf-8')
  const here = JSON.parse(written.replaceAll('http://127.0.0.1:4010', url))
  here.webhooks['label.created'].post.parameters[0].example = findSignatures(JSON.stringify(here)).due
  expect(parse(bytes.toString())).toEqual(here)
})

it('the OpenAPI document begins with the same sentence as the page /docs', async () => {
  const [first] = JSON.parse(written).info.description.split('\n')
  expect(first).toMatch(/^A shipping API for several carriers/)
  const { bytes } = await client.send({ path: '/docs' })
  expect(bytes.toString()).toContain(first)
})

it('the description of every operation in the OpenAPI document begins with a sentence', () => {
  for (const item of Object.values(JSON.parse(written).paths))
    for (const { description } of Object.values<{ description: string }>(Object(item)))
      expect(description).toMatch(/^[A-Z`](?!.*answer with)[^\n]*\.(\n|$| Needs)/)
})

it('the simulator, the command and the npm package give the same Arazzo workflows', async () => {
  const workflows = readFileSync(projectFile('schemas/arazzo.json'), 'utf8')
  const { status, bytes } = await client.send({ path: '/arazzo.json' })
  expect([status, bytes.toString()]).toEqual([200, workflows])
  expect(await runDrydock(['openapi', '--arazzo'])).toMatchObject({ status: 0, stdout: workflows })
  const imported = await import('shipping-drydock/arazzo.json', { with: { type: 'json' } })
  expect(imported.default).toEqual(JSON.parse(workflows))
  const steps: readonly { operationId: string }[] = JSON.parse(workflows).workflows[0].steps
  expect(steps.length).toBeGreaterThan(5)
  for (const { operationId } of steps) expect(written).toContain(`"operationId": "${operationId}"`)
})

it('the simulator refuses POST /openapi.json with 405', async () => {
  const { status, headers } = await client.send({ path: '/openapi.json', method: 'POST' })
  expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'GET, HEAD' })
})

it('drydock openapi writes the OpenAPI document without a simulator', async () => {
  expect(await runDrydock(['openapi'])).toMatchObject({ status: 0, stdout: written })
  const folder = mkdtempSync(join(tmpdir(), 'drydock-openapi-'))
  const file = join(folder, 'service.yaml')
  expect(await runDrydock(['openapi', '--yaml', '--out', file])).toMatchObject({ status: 0, stdout: '' })
  expect(parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(written))
  const nowhere = await runDrydock(['openapi', '--out', join(folder, 'none', 'service.yaml')])
  expect(nowhere).toMatchObject({ status: 2, stderr: expect.stringContaining('--out: ') })
  rmSync(folder, { recursive: true })
})

it('the built server and drydock command contain no schema of responses', () => {
  const built = ['main', 'chunks'].flatMap((folder) =>
    readdirSync(projectFile(`dist/${folder}`))
      .filter((file) => file.endsWith('.js') && !file.startsWith('response-check-'))
      .map((file) => readFileSync(projectFile(`dist/${folder}/${file}`), 'utf8')),
  )
  const { description } = walletBody.shape.balance_cents.meta() ?? {}
  expect(description).toBe('The balance of the wallet.')
  expect(built.filter((text) => text.includes(String(description)))).toEqual([])
})

it('the npm package exports the OpenAPI document', async () => {
  expect((await import('shipping-drydock/openapi.json', { with: { type: 'json' } })).default).toEqual(
    JSON.parse(written),
  )
})

describe('the OpenAPI document of the control protocol as users get it', () => {
  const control = readFileSync(projectFile('schemas/control-openapi.json'), 'utf8')

  it('the simulator serves the OpenAPI document of the control protocol with its own URL', async () => {
    const { body } = await client.send({ path: '/_drydock/openapi.json' })
    expect(body).toEqual(JSON.parse(control.replaceAll('127.0.0.1:4010', new URL(url).host)))
    expect(Object(body).servers[0].url).toBe(`${url}/_drydock`)
  })

  it('drydock openapi --control writes the OpenAPI document of the control protocol', async () => {
    expect(await runDrydock(['openapi', '--control'])).toMatchObject({ status: 0, stdout: control })
    const { stdout } = await runDrydock(['openapi', '--control', '--yaml'])
    expect(parse(stdout)).toEqual(JSON.parse(control))
  })
})
