import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { TestClient } from '../../../test/support/test-client.ts'
import { errorCodes, simulatorErrorCodes } from '../../simulator/specification/errors.ts'
import { type DrydockServer, startDrydockServer } from '../drydock-server.ts'

const envelope = z.object({
  error: z.object({ code: z.string(), suggestion: z.string(), docs_url: z.string() }),
})

let open: DrydockServer
let uncontrolled: DrydockServer
let guarded: DrydockServer
beforeAll(async () => {
  open = await startDrydockServer({ port: 0 })
  uncontrolled = await startDrydockServer({ port: 0, control: false })
  guarded = await startDrydockServer({ port: 0, controlToken: 'secret' })
})
afterAll(() => Promise.all([open.close(), uncontrolled.close(), guarded.close()]))

async function readPage({ url }: DrydockServer, path: string, headers = {}) {
  const { status, bytes } = await new TestClient(url).send({ path, headers })
  return { status, text: bytes.toString() }
}

async function readRefusal({ url }: DrydockServer, path: string) {
  const { status, body } = await new TestClient(url).send({ path })
  return { status, ...envelope.parse(body).error }
}

describe('the reference of error codes', () => {
  it('the API reference has a section and a page for every error code', async () => {
    const { text: all } = await readPage(open, '/docs/errors')
    for (const code of [...errorCodes, ...simulatorErrorCodes]) {
      expect(all.split(`<section id="${code}"`)).toHaveLength(2)
      const page = await readPage(open, `/docs/errors/${code}`)
      expect([code, page.status]).toEqual([code, 200])
      for (const part of ['What it means', 'Where', 'How to reproduce it', 'How to handle it'])
        expect(page.text).toMatch(new RegExp(`<dt>${part}</dt><dd>\\s*(?:<(?!/dd)[^>]+>)*[\\w"]`))
    }
  })

  it("the API reference lists the simulator's own error codes apart from those of the service", async () => {
    const { text: all } = await readPage(open, '/docs/errors')
    const [service = '', own = ''] = all.split('id="simulator"')
    for (const code of errorCodes) expect(service).toContain(`/docs/errors/${code}"`)
    for (const code of simulatorErrorCodes) {
      expect(service).not.toContain(`/docs/errors/${code}"`)
      expect(own).toContain(`/docs/errors/${code}"`)
    }
  })
})

it.each(['/nowhere', '/v1/nowhere', '/_drydock/nowhere', '/docs/errors/NONE', '/docs/none'])(
  'the refusal of the unknown path %s names the paths of the service, the reference and the control protocol',
  async (path) => {
    const refusal = await readRefusal(open, path)
    expect(refusal).toMatchObject({ status: 404, code: 'REQUEST.ROUTE.NOT_FOUND' })
    expect(refusal.suggestion).toMatch(/\/v1\..* \/docs and the control protocol at \/_drydock\.$/)
    const page = await new TestClient(refusal.docs_url.replace('#', '/')).send({})
    expect(page.status).toBe(200)
  },
)

it('the API reference does not mention the control protocol if it is off', async () => {
  expect((await readRefusal(uncontrolled, '/nowhere')).suggestion).toMatch(/ at \/docs\.$/)
})

it('an unknown page of the API reference suggests similar pages', async () => {
  const { status, text } = await readPage(open, '/docs/operations/expired', { Accept: 'text/html' })
  expect(status).toBe(404)
  expect(text).toContain('<h1>No such page</h1>')
  expect(text).toContain('href="/docs/errors/RATE.EXPIRED"')
})

it.each(['/docs/', '/docs/errors/', '/docs/operations/getWallet//'])(
  'the API reference redirects %s to the same path without the slash at its end',
  async (path) => {
    const { status, headers } = await new TestClient(open.url).send({ path })
    expect({ status, location: headers['location'] }).toEqual({
      status: 302,
      location: path.replace(/\/+$/, ''),
    })
  },
)

it('the API reference refuses every method except GET and HEAD', async () => {
  const { status, headers } = await new TestClient(open.url).send({ method: 'POST', path: '/docs' })
  expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'GET, HEAD' })
})

describe('the reference for one reader', () => {
  it('the curl commands of an API reference page have the URL at which the page was requested', async () => {
    const { text } = await readPage(open, '/docs/operations/createRates')
    expect(text).toContain(`curl -s ${open.url}/v1/rates`)
    expect(text).not.toContain('127.0.0.1:4010')
    const elsewhere = open.url.replace('127.0.0.1', 'localhost')
    const { text: named } = await readPage({ ...open, url: elsewhere }, '/docs/operations/createRates')
    expect(named).toContain(`curl -s ${elsewhere}/v1/rates`)
  })

  it("the API reference shows the default account's keys, and with a control token only the well-known keys", async () => {
    const { test, live } = open.credentials().keys
    for (const server of [open, guarded]) {
      const { text } = await readPage(server, '/docs')
      expect(text).toContain(`<dd><code>${test}</code></dd>`)
      expect(text).toContain(`<dd><code>${live}</code></dd>`)
    }
    const key = await loadForeignSnapshot(guarded)
    expect(guarded.credentials().keys.test).toBe(key)
    const { text } = await readPage(guarded, '/docs')
    expect(text).not.toContain(key)
    expect(text).toContain(`<dd><code>${test}</code></dd>`)
  })

  it('the API reference remembers the account that a reader chose', async () => {
    const client = new TestClient(open.url)
    const made = await client.read({ method: 'POST', path: '/_drydock/accounts', body: { id: 'team-a' } })
    const { keys } = z.object({ keys: z.object({ test: z.string(), live: z.string() }) }).parse(made)
    expect((await readPage(open, '/docs')).text).toContain('<a href="/docs?account=team-a">team-a</a>')
    const { headers } = await client.send({ path: '/docs?account=team-a' })
    const [cookie = ''] = String(headers['set-cookie']).split(';')
    const { text } = await readPage(open, '/docs/errors/LABEL.VOID.INELIGIBLE', { Cookie: cookie })
    expect(text).toContain(`Bearer ${keys.test}`)
    expect(text).toContain(`${open.url}/_drydock/accounts/team-a/labels/`)
    await client.read({ method: 'DELETE', path: '/_drydock/accounts/team-a' })
    expect((await readPage(open, '/docs', { Cookie: cookie })).text).toContain(open.credentials().keys.test)
    // If there is a control token, the reference must not reveal which accounts exist.
    const other = {
      method: 'POST',
      path: '/_drydock/accounts',
      key: 'secret',
      body: { id: 'nobodys-business' },
    }
    await new TestClient(guarded.url).read(other)
    const asked = await new TestClient(guarded.url).send({
      path: '/docs?account=nobodys-business',
      headers: { Cookie: cookie },
    })
    expect(asked.bytes.toString()).not.toMatch(/\?account=|nobodys-business/)
  })

  /** Loads a snapshot of another account into the default account, and returns the new test key of that account. */
  async function loadForeignSnapshot({ url }: DrydockServer): Promise<string> {
    const client = new TestClient(`${url}/_drydock/accounts`)
    const readJson = (method: string, path: string, body?: unknown) =>
      client.read({ method, path, key: 'secret', body })
    const made = await readJson('POST', '', { id: 'other' })
    const snapshot = await readJson('GET', '/other/snapshot')
    await readJson('DELETE', '/other')
    await readJson('PUT', '/default/snapshot', snapshot)
    return z.object({ keys: z.object({ test: z.string() }) }).parse(made).keys.test
  }
})
