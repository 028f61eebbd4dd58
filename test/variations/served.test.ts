import { createHmac } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type Drydock, startDrydock } from '../../src/index.ts'
import { ratesBody } from '../support/labels/parcels.ts'
import { type Answer, json, TestClient } from '../support/test-client.ts'
import { openInbox } from '../support/webhook-inbox.ts'

let dock: Drydock | undefined

afterEach(() => dock?.close())

async function start(vary: string): Promise<(request: string, body?: unknown) => Promise<Answer>> {
  dock = await startDrydock({ vary, clock: 'frozen', seed: 1 })
  const { url, keys } = dock
  return (request, body) => {
    const [method = '', path = ''] = request.split(' ')
    return new TestClient(url).send({ method, path, body, key: keys.test, isSpoiled: true })
  }
}

function running(): Drydock {
  if (dock === undefined) throw new Error('Nothing was started.')
  return dock
}

const quoted = z.object({ rates: z.array(z.object({ id: z.string() })) })
const bought = z.object({ id: z.string(), label_url: z.string(), service: z.string() })

/** Buys the cheapest rate. */
async function buy(call: (request: string, body?: unknown) => Promise<Answer>) {
  const { rates } = quoted.parse(json(await call('POST /v1/rates', ratesBody())))
  return bought.parse(json(await call('POST /v1/labels', { rate_id: rates[0]?.id })))
}

it('a varied service responds otherwise, says so, and logs the response that the client got', async () => {
  const call = await start('wallet-otherwise,all-200,loud-content-type')
  const answer = await call('GET /v1/wallet')
  expect(json(answer)).toEqual({ balance: { amount_cents: 10_000_000, currency: 'usd' } })
  expect(answer.headers['content-type']).toBe('Application/JSON;charset=UTF-8')
  expect((await running().discover()).variations).toEqual([
    'wallet-otherwise',
    'all-200',
    'loud-content-type',
  ])
  const [logged] = await running().requests.list()
  expect(logged?.response_body).toEqual(json(answer))
  const { bytes } = await new TestClient(running().url).send({ path: '/dashboard/default', isSpoiled: true })
  expect(bytes.toString()).toContain('Varied in 3 ways')
})

it('a service without variations does not say that it is varied', async () => {
  dock = await startDrydock({ vary: [] })
  expect((await dock.discover()).variations).toEqual([])
})

it.each(['other-ids', 'uuids'])(
  'with %s, ids work in paths, downloads and the control protocol',
  async (id) => {
    const call = await start(`${id},other-service-names`)
    const label = await buy(call)
    expect(label.id).not.toMatch(/^lbl_[0-9a-z]{24}$/)
    expect(label.service).toMatch(/^svc\./)
    expect(json(await call(`GET /v1/labels/${label.id}`))).toMatchObject({ id: label.id })
    const pdf = await call(`GET ${new URL(label.label_url).pathname}`)
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await running().labels.list()).map((each) => each.id)).toEqual([label.id])
    await running().tracking.scan(label.id)
    const refused = await call(`DELETE /v1/labels/${label.id}`)
    expect(json(refused)).toMatchObject({ error: { code: 'LABEL.VOID.INELIGIBLE' } })
  },
)

it('faults of the transport still spoil varied responses', async () => {
  const call = await start('wrapped-wallet,chunked')
  await running().faults.add({ target: 'api', mode: 'slow_body', latency_ms: 20, times: 1 })
  const slow = await call('GET /v1/wallet')
  expect(json(slow)).toHaveProperty('wallet')
  expect(slow.headers).not.toHaveProperty('content-length')
  await running().faults.add({ target: 'api', mode: 'garbage', times: 1 })
  expect((await call('GET /v1/wallet')).bytes[0]).toBe(0x7b)
  await running().faults.add({ target: 'api', mode: 'reset', times: 1 })
  await expect(call('GET /v1/wallet')).rejects.toThrow()
})

it('varied events are signed over the bytes that are sent, and keep a bad signature bad', async () => {
  const inbox = await openInbox()
  try {
    const call = await start('reordered-webhooks,duplicate-webhooks,other-ids')
    const { signing_secret } = await running().webhook.set(inbox.url)
    const label = await buy(call)
    await running().clock.advance(0)
    expect(inbox.attempts).toHaveLength(2)
    const [attempt] = inbox.attempts
    const { data } = JSON.parse(attempt?.body.toString() ?? '')
    expect(data).toMatchObject({ id: label.id })
    const digest = (secret: string | null) =>
      createHmac('sha256', secret ?? '')
        .update(attempt?.body ?? '')
        .digest('hex')
    expect(attempt?.headers['pr-signature']).toBe(`sha256=${digest(signing_secret)}`)
    await running().faults.add({ target: 'webhook', mode: 'bad_signature' })
    await buy(call)
    await running().clock.advance(0)
    expect(inbox.attempts[2]?.headers['pr-signature']).not.toBe(inbox.attempts[0]?.headers['pr-signature'])
  } finally {
    await inbox.close()
  }
})

it('an unknown variation is refused before anything starts', async () => {
  await expect(startDrydock({ vary: ['uuid'] })).rejects.toThrow("vary: has no variation 'uuid'")
})
