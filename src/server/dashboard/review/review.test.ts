import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDashboardPages } from '../../../../test/support/dashboard-pages.ts'
import { ratesBody } from '../../../../test/support/labels/parcels.ts'
import { TestClient } from '../../../../test/support/test-client.ts'
import { type Drydock, startDrydock } from '../../../index.ts'

let dock: Drydock
beforeAll(async () => {
  dock = await startDrydock({ clock: 'frozen' })
})
afterAll(() => dock.close())

async function readPage(id: string): Promise<string> {
  const { status, bytes } = await new TestClient(dock.url).send({ path: `/dashboard/${id}/review` })
  expect(status).toBe(200)
  return bytes.toString()
}

it('the review page of an account without requests says where to send requests and how to reach each missed item', async () => {
  const { id } = await dock.createAccount()
  const html = await readPage(id)
  expect(html).toContain('No requests yet')
  expect(html).toContain(`Send requests to <code>${dock.url}</code>`)
  expect(html).toMatch(/0 of 13 operations/)
  expect(html).toContain(`<code>drydock clock advance 16m --account ${id} --url ${dock.url}</code>`)
})

it('the review page of the dashboard shows findings first, with links to logged requests, and shows missed items only when opened', async () => {
  const account = await dock.createAccount()
  const client = new TestClient(dock.url)
  const post = (path: string, body: unknown) =>
    client.send({ method: 'POST', path, key: account.keys.test, body })
  const { body } = await post('/v1/rates', ratesBody())
  await account.clock.advance('16m')
  for (const _ of [1, 2]) await post('/v1/labels', { rate_id: Object(body).rates[0].id, label_format: 'PDF' })
  const html = await readPage(account.id)
  const [latest] = await account.requests.list()
  expect(html).toContain(`href="/dashboard/${account.id}/requests/${latest?.id}"`)
  expect(html).toContain('<code>label_format</code> is ignored.')
  expect(html.indexOf('RATE-EXPIRED-REUSED')).toBeLessThan(html.indexOf('1 of 13 operations'))
  expect(html).toMatch(/<details class="more"><summary>Missed situations<\/summary>/)
  await account.snapshots.save('now')
  await account.snapshots.restore('now')
  const restored = await readPage(account.id)
  expect(restored).toContain(latest?.id)
  expect(restored).not.toContain(`/requests/${latest?.id}`)
  const missing = await client.send({ path: `/dashboard/${account.id}/requests/${latest?.id}` })
  expect(missing.bytes.toString()).toContain('since the last start, reset or restored snapshot')
  expect(html).toMatch(/Restart the review\? It forgets [1-9]\d* findings and [1-9]\d* met items\./)
})

it('the review page of the dashboard has a text about each missed item', async () => {
  const { id } = await dock.createAccount()
  expect(await readPage(id)).not.toContain('undefined')
})

it('the review page of the dashboard does not count requests that the dashboard itself sends', async () => {
  const account = await dock.createAccount()
  const pages = openDashboardPages({ id: account.id, url: dock.url })
  const rates = await pages.submit('buy', 'ask', { to: 'ambiguous' })
  expect(await account.requests.list()).toHaveLength(1)
  expect(rates).toContain('id="rates"')
  const html = await readPage(account.id)
  expect(html).toContain('0 requests since')
  expect(html).toMatch(/0 of 13 operations/)
})
