import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import seed from '../../fixtures/seed.json' with { type: 'json' }
import { anyRequestCodes } from '../../scripts/openapi/documented-codes.ts'
import type { Json } from '../../scripts/openapi/json.ts'
import { startDrydockServer } from '../../src/server/drydock-server.ts'
import { errorCodes } from '../../src/simulator/specification/errors.ts'
import { runDrydock } from '../support/commands/built-command.ts'
import { projectFile } from '../support/project.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { TestClient } from '../support/test-client.ts'

/**
 * Checks the content of the Postman collection, and where users get it. tools/openapi/ runs it with newman;
 * test/long/openapi-documents.test.ts proves that it is up to date.
 */

const written = readFileSync(projectFile('schemas/postman/collection.json'), 'utf8')
const collection = JSON.parse(written)
const environment = JSON.parse(readFileSync(projectFile('schemas/postman/environment.json'), 'utf8'))
const document = JSON.parse(readFileSync(projectFile('schemas/openapi.json'), 'utf8'))

interface Item {
  readonly name: string
  readonly event: readonly {
    readonly listen: string
    readonly script: { readonly exec: readonly string[] }
  }[]
  readonly request: { readonly method: string; readonly url: { readonly raw: string } }
  readonly response: readonly Json[]
}
const items: readonly Item[] = collection.item.flatMap(({ item }: { item: readonly Item[] }) => item)

describe('the Postman collection', () => {
  it('the Postman collection has a request for every operation and every documented error', () => {
    const names = items.map(({ name }) => name)
    const operations = Object.values<Json>(document.paths).flatMap((item) =>
      Object.values<Json>(Object(item)),
    )
    for (const { summary } of operations) expect(names).toContain(summary)
    for (const code of errorCodes) expect(names).toContain(code)
  })

  it('the Postman collection has the examples of the OpenAPI document, also for every error of each operation', () => {
    const ofAnyRequest: readonly string[] = anyRequestCodes
    for (const operation of Object.values<Json>(document.paths).flatMap((item) =>
      Object.values(Object(item)),
    )) {
      const { summary, responses, 'x-error-codes': codes } = Object(operation)
      const { response = [] } = items.find(({ name }) => name === summary) ?? {}
      const shown = response.map(({ body }) => (body === undefined ? undefined : JSON.parse(String(body))))
      const [success] = Object.values<Json>(responses)
      const example = Object(success?.['content'])['application/json']?.examples.recorded.value
      expect([summary, shown[0]]).toEqual([summary, example])
      const missed = codes.filter((code: string) => !shown.some((body) => body?.error?.code === code))
      expect(missed.filter((code: string) => !ofAnyRequest.includes(code))).toEqual([])
    }
  })

  it('the Postman collection takes ids from earlier responses', () => {
    const findScriptText = (name: string): string =>
      JSON.stringify(items.find((each) => each.name === name)?.event.map(({ script }) => script.exec))
    const findRequestText = (name: string): string =>
      JSON.stringify(items.find((each) => each.name === name)?.request)
    for (const [from, value, variable, to] of [
      ['Quote rates', 'body.rates[0].id', 'rateId', 'Buy a label'],
      ['Buy a label', 'body.id', 'labelId', 'Void a label'],
      ['Track a parcel', 'body.id', 'trackerId', 'Read a tracker'],
      ['Create a batch', 'body.id', 'batchId', 'Buy a batch'],
    ] as const) {
      expect(findScriptText(from)).toContain(`set('${variable}', ${value})`)
      expect(findRequestText(to)).toContain(`{{${variable}}}`)
    }
  })

  it('the Postman collection has at least three tests for each response', () => {
    for (const { name, event } of items) {
      const tests = event.find(({ listen }) => listen === 'test')?.script.exec.join('\n') ?? ''
      expect(tests.match(/pm\.test\(/g)?.length, name).toBeGreaterThanOrEqual(3)
    }
  })

  it('the Postman collection contains no URL of a simulator and no key, only variables for them', () => {
    const { variable, ...others } = collection
    expect(collection.auth.bearer).toEqual([{ key: 'token', value: '{{apiKey}}', type: 'string' }])
    const text = JSON.stringify(others.item.map(({ item, ...each }: Json) => [each, item]))
    const requests = JSON.stringify(items.map(({ request, event }) => ({ request, event })))
    for (const { value } of seed.keys) expect(text).not.toContain(value)
    expect(requests).not.toMatch(/https?:\/\/127/)
    const known = variable.map(({ key }: { key: string }) => key)
    const used = [...requests.matchAll(/\{\{(\w+)\}\}|[vV]ariables\.get\('(\w+)'/g)].map(
      ([, inText, inScript]) => inText ?? inScript,
    )
    expect([...new Set(used)].filter((each) => !known.includes(each))).toEqual([])
  })
})

it('the Postman environment has the URL and keys that the collection uses', () => {
  const values = Object.fromEntries(
    environment.values.map(({ key, value }: { key: string; value: string }) => [key, value]),
  )
  expect(values).toEqual({
    baseUrl: 'http://127.0.0.1:4010',
    apiKey: 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0',
    liveKey: 'pr_live_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0',
    limitedKey: 'pr_test_d0c01111111111111111111111111111',
    revokedKey: 'pr_test_d0c02222222222222222222222222222',
    expiredKey: 'pr_test_d0c03333333333333333333333333333',
    account: 'default',
    controlToken: '',
  })
  const shown = environment.values.filter(({ type }: { type: string }) => type !== 'secret')
  expect(shown.map(({ key }: { key: string }) => key)).toEqual(['baseUrl', 'account'])
  expect(collection.variable).toEqual(
    expect.arrayContaining(
      Object.entries(values).map(([key, value]) => expect.objectContaining({ key, value })),
    ),
  )
})

describe('the Postman collection and environment', () => {
  const { url } = sharedSimulator()

  it('the simulator serves the Postman collection and environment with its own URL', async () => {
    const client = new TestClient(url)
    const { status, headers, bytes } = await client.send({ path: '/postman/collection.json' })
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
    })
    expect(bytes.toString()).toBe(written.replaceAll('http://127.0.0.1:4010', url))
    const elsewhere = url.replace('127.0.0.1', 'localhost')
    const { body } = await new TestClient(elsewhere).send({ path: '/postman/environment.json' })
    expect(Object(body).values[0]).toMatchObject({ key: 'baseUrl', value: elsewhere })
    const posted = await client.send({ path: '/postman/environment.json', method: 'POST' })
    expect({ status: posted.status, allow: posted.headers['allow'] }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    })
  })

  it('the simulator without the control protocol does not serve the Postman collection', async () => {
    const server = await startDrydockServer({ port: 0, control: false })
    const { status, body } = await new TestClient(server.url).send({ path: '/postman/collection.json' })
    await server.close()
    expect({ status, code: Object(body).error.code }).toEqual({
      status: 404,
      code: 'REQUEST.ROUTE.NOT_FOUND',
    })
  })

  it('drydock postman writes the collection and the environment without a simulator', async () => {
    expect(await runDrydock(['postman'])).toMatchObject({ status: 0, stdout: written })
    const folder = mkdtempSync(join(tmpdir(), 'drydock-postman-'))
    const file = join(folder, 'environment.json')
    expect(await runDrydock(['postman', '--environment', '--out', file])).toMatchObject({
      status: 0,
      stdout: '',
    })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(environment)
    const nowhere = await runDrydock(['postman', '--out', join(folder, 'none', 'collection.json')])
    expect(nowhere).toMatchObject({ status: 2, stderr: expect.stringContaining('--out: ') })
    rmSync(folder, { recursive: true })
  })

  it('the npm package exports the Postman collection', async () => {
    const imported = await import('shipping-drydock/postman/collection.json', { with: { type: 'json' } })
    expect(imported.default).toEqual(collection)
  })
})
