import { expect, it } from 'vitest'
import { startDrydockServer } from '../../src/server/drydock-server.ts'
import { type Account, buyCheapestLabel, createAccount, requestRates } from '../support/account.ts'
import { batchItem } from '../support/labels/parcels.ts'
import { TestClient } from '../support/test-client.ts'
import { openInbox } from '../support/webhook-inbox.ts'

const publicUrl = 'https://dock.test'

/** Starts a server with a public URL and one allowed host, and creates an account. */
async function startWithHosts(
  options: { readonly publicUrl?: string; readonly host?: string } = { publicUrl },
) {
  const server = await startDrydockServer({ port: 0, allowedHosts: ['sandbox.internal'], ...options })
  const account = await createAccount(server.url)
  const port = new URL(server.url).port
  return { server, account, port, [Symbol.asyncDispose]: () => server.close() }
}

const withHost = (Host: string) => ({ headers: { Host } })

it('label_url and docs_url begin with the Host of the request if the simulator accepts this Host', async () => {
  await using dock = await startWithHosts()
  const { account, server, port } = dock
  await expectHosts(account, [
    [`127.0.0.1:${port}`, server.url],
    [`localhost:${port}`, `http://localhost:${port}`],
    ['LOCALHOST:8080', 'http://LOCALHOST:8080'],
    ['sandbox.internal', 'http://sandbox.internal'],
    ['sandbox.internal:8443', 'http://sandbox.internal:8443'],
    ['dock.test', publicUrl],
  ])
})

it('label_url and docs_url begin with the public URL if the Host of the request is unknown', async () => {
  await using dock = await startWithHosts({ publicUrl, host: '0.0.0.0' })
  await expectHosts(dock.account, [
    ['other.test', publicUrl],
    ['localhost@other.test', publicUrl],
  ])
})

/**
 * Buys a label and requests an unknown label at each host, and compares the hosts in the URLs of the responses with the
 * expected ones.
 */
async function expectHosts(account: Account, cases: readonly (readonly [host: string, expected: string])[]) {
  for (const [host, expected] of cases) {
    const test = await buyCheapestLabel(account, {}, withHost(host))
    expect([host, test.label_url]).toEqual([host, `${expected}/v1/sandbox/labels/${test.id}.pdf`])
    const live = await buyCheapestLabel(account, {}, { ...withHost(host), key: account.keys.live })
    expect(live.label_url).toBe(`${expected}/v1/labels/${live.id}/download`)
    for (const request of ['GET /v1/labels/lbl_none', 'GET /v1/nothing', 'PUT /v1/wallet']) {
      const { body } = await account.call(request, undefined, withHost(host))
      expect(Object(body).error.docs_url).toMatch(new RegExp(`^${expected}/docs/errors#`))
    }
  }
}

it('label_url begins with the listening address if the Host is unknown and there is no public URL', async () => {
  await using dock = await startWithHosts({ host: '0.0.0.0' })
  const { label_url } = await buyCheapestLabel(dock.account, {}, withHost('other.test'))
  expect(label_url).toContain(`${dock.server.url}/v1/`)
})

it('the label_url of a label that is read again begins with the Host of the reading request', async () => {
  await using dock = await startWithHosts()
  const { id } = await buyCheapestLabel(dock.account)
  const { body } = await dock.account.call(`GET /v1/labels/${id}`, undefined, withHost('sandbox.internal'))
  expect(Object(body).label_url).toBe(`http://sandbox.internal/v1/sandbox/labels/${id}.pdf`)
  const client = new TestClient(dock.server.url)
  const path = `/_drydock/accounts/${dock.account.id}/labels`
  const { labels } = Object(await client.read({ path, ...withHost('sandbox.internal') }))
  expect(labels[0].label_url).toBe(`http://sandbox.internal/v1/sandbox/labels/${id}.pdf`)
})

it('the label_url in a webhook event begins with the Host of the request that bought the label or its batch', async () => {
  await using dock = await startWithHosts()
  const { account } = dock
  const inbox = await openInbox()
  await account.control('PUT /webhook', { url: inbox.url })
  const [{ id }] = await requestRates(account, {}, withHost('localhost'))
  await account.call('POST /v1/labels', { rate_id: id }, withHost('sandbox.internal'))
  const made = await account.call('POST /v1/batches', { items: [batchItem()] }, withHost('localhost'))
  await account.call(
    `POST /v1/batches/${Object(made.body).id}/buy`,
    undefined,
    withHost('sandbox.internal:9'),
  )
  await account.advance('1m')
  await inbox.close()
  const urls = inbox.attempts.map(({ body }) => new URL(JSON.parse(body.toString()).data.label_url).origin)
  expect(urls).toEqual(['http://sandbox.internal', 'http://sandbox.internal:9'])
})
