import { createHmac } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type Drydock, startDrydock, type VarySetting } from '../../src/index.ts'
import { ratesBody, recipient } from '../support/labels/parcels.ts'
import { type Answer, json, TestClient } from '../support/test-client.ts'
import { openInbox } from '../support/webhook-inbox.ts'

let dock: Drydock | undefined

afterEach(() => dock?.close())

async function start(vary: VarySetting): Promise<(request: string, body?: unknown) => Promise<Answer>> {
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

/** Buys a rate, by default the cheapest. */
async function buyAny(
  call: (request: string, body?: unknown) => Promise<Answer>,
  rate = 0,
): Promise<unknown> {
  const { rates } = quoted.parse(json(await call('POST /v1/rates', ratesBody())))
  return json(await call('POST /v1/labels', { rate_id: rates.at(rate)?.id }))
}

async function buy(call: (request: string, body?: unknown) => Promise<Answer>) {
  return bought.parse(await buyAny(call))
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

it('the review of a varied service knows a label by the id that the client got', async () => {
  const call = await start('uuids')
  const { rates } = quoted.parse(json(await call('POST /v1/rates', ratesBody())))
  await running().faults.add({
    target: 'api',
    operation: 'POST /v1/labels',
    mode: 'reset',
    phase: 'after',
    times: 1,
  })
  const again = () => call('POST /v1/labels', { rate_id: rates[0]?.id })
  await again().catch(() => undefined)
  const { id } = bought.parse(json(await again()))
  const findings = async () => (await running().review()).findings.map((each) => each.id)
  expect(await findings()).toContain('PURCHASE-REPEATED')
  await call(`DELETE /v1/labels/${id}`)
  expect(await findings()).not.toContain('PURCHASE-REPEATED')
})

it('a service without variations does not say that it is varied', async () => {
  dock = await startDrydock({ vary: [] })
  expect((await dock.discover()).variations).toEqual([])
})

it.each(['other-ids', 'uuids'] as const)(
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

it.each(['other-ids', 'uuids'] as const)(
  'with %s, the ids of other resources are varied and work, too',
  async (id) => {
    const call = await start(id)
    const hasOwnForm = (text: string): boolean => /_[0-9a-z]{24}$/.test(text)
    const account = await running().carriers.connect({ carrier: 'UPS' })
    expect(json(await call('GET /v1/carrier-accounts'))).toMatchObject({
      carrier_accounts: [{ id: account.id }],
    })
    await running().carriers.disconnect(account.id)
    expect(await running().carriers.list()).toEqual([])

    await running().webhook.set('http://127.0.0.1:9/')
    const label = await buy(call)
    await running().clock.advance('0s')
    const [delivery] = await running().webhook.deliveries()
    expect(json(await call('GET /v1/webhooks/deliveries'))).toMatchObject({
      deliveries: [{ id: delivery?.id, label_id: label.id }],
    })
    await running().webhook.redeliver(delivery?.id ?? '')
    const [shipment] = await running().shipments.list()
    const { rates } = await running().shipments.clone(shipment?.id ?? '')
    await call('POST /v1/labels', { rate_id: rates[0]?.id })
    const ids = [account.id, label.id, delivery?.id ?? '', shipment?.id ?? '', rates[0]?.id ?? '']
    expect(ids.filter(hasOwnForm)).toEqual([])
    expect(await running().labels.list()).toHaveLength(2)
  },
)

it.each(['unlisted-carriers', 'other-carrier-names'] as const)(
  'with %s, every name that rates show works in control calls and magic values, in any letter case',
  async (id) => {
    const call = await start(id)
    const named = z.object({ rates: z.array(z.object({ carrier: z.string() })) })
    const quote = async (name?: string) =>
      json(
        await call(
          'POST /v1/rates',
          ratesBody(name === undefined ? {} : { to_address: { ...recipient, name } }),
        ),
      )
    const carriers = [...new Set(named.parse(await quote()).rates.map(({ carrier }) => carrier))]
    const { carriers: discovered } = await running().discover()
    expect(discovered.toSorted()).toEqual(carriers.toSorted())
    for (const carrier of carriers) {
      const failed = { failed_carriers: [{ carrier }] }
      const fault = await running().faults.add({
        target: `carrier:${carrier}` as 'carrier:UPS',
        mode: 'down',
      })
      expect(fault.target).toBe(`carrier:${carrier}`)
      expect(await quote()).toMatchObject(failed)
      await running().faults.remove(fault.id)
      expect(await quote(`sim:carrier=${carrier}:down`)).toMatchObject(failed)
      expect(await running().carriers.connect({ carrier: carrier.toUpperCase() as 'UPS' })).toMatchObject({
        carrier,
      })
      const tracker = { tracking_number: '99990001', carrier: carrier.toLowerCase() }
      expect(json(await call('POST /v1/trackers', tracker))).toMatchObject({ carrier })
      expect((await running().tracking.poll({ carrier: carrier as 'UPS' })).fired).toHaveLength(1)
    }
    const unknown = await call('POST /v1/trackers', { tracking_number: '99990001', carrier: 'Nobody' })
    for (const carrier of carriers) expect(unknown.bytes.toString()).toContain(carrier)
    expect(unknown.bytes.toString()).not.toMatch(/\b(?:USPS|UPS|FedEx|DHL)\b/)
  },
)

it('with unlisted-carriers, a person who has the name of a carrier keeps it', async () => {
  const call = await start('unlisted-carriers')
  const { rates } = quoted.parse(
    json(await call('POST /v1/rates', ratesBody({ to_address: { ...recipient, name: 'UPS' } }))),
  )
  const label = json(await call('POST /v1/labels', { rate_id: rates[0]?.id }))
  expect(label).toMatchObject({ to_address: { name: 'UPS' } })
})

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
    await running().clock.advance('0s')
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
    await running().clock.advance('0s')
    expect(inbox.attempts[2]?.headers['pr-signature']).not.toBe(inbox.attempts[0]?.headers['pr-signature'])
  } finally {
    await inbox.close()
  }
})

it.each([
  'offset-timestamps',
  'whole-second-timestamps',
  'microsecond-timestamps',
  'times-in-minutes',
  'basic-timestamps',
] as const)('with %s, the times of labels, events and deliveries are all written in one way', async (id) => {
  const inbox = await openInbox()
  const call = await start(`${id},signed-afresh`)
  await running().webhook.set(inbox.url)
  const label = await buyAny(call)
  await running().clock.advance('0s')
  const read = json(await call(`GET /v1/labels/${bought.parse(label).id}`))
  const log = json(await call('GET /v1/webhooks/deliveries'))
  await inbox.close()
  const text = JSON.stringify([label, read, log]) + inbox.attempts.map(({ body }) => body.toString()).join('')
  const times = text.match(/"\d{4}-?\d\d-?\d\dT[^"]*"/g) ?? []
  expect(times.length).toBeGreaterThanOrEqual(6)
  expect(new Set(times.map((time) => time.replaceAll(/\d/g, '0'))).size).toBe(1)
})

it.each([
  ['uuids', 'lbl_123e4567-e89b-42d3-a456-426614174000'],
  ['uuids', 'nonsense'],
  ['other-ids', 'lbl_Z-123e4567e89b42d3a4564266.q'],
] as const)('with %s, the unknown id %s is not found', async (id, label) => {
  const call = await start(id)
  for (const request of [
    `GET /v1/labels/${label}`,
    `GET /v1/labels/${label}/download`,
    `DELETE /v1/labels/${label}`,
  ])
    expect(json(await call(request))).toMatchObject({ error: { code: 'LABEL.NOT_FOUND' } })
})

it('with unlisted-carriers, tracking events and downloads name no carrier and no id of the simulator', async () => {
  const call = await start('unlisted-carriers,uuids')
  const label = z.object({ id: z.string(), carrier: z.string(), tracking_number: z.string() })
  const { id, ...tracked } = label.parse(await buyAny(call, -1))
  expect(tracked.carrier).toBe('Royal Mail')
  const tracker = (await call('POST /v1/trackers', tracked)).bytes.toString()
  expect(tracker).toContain('sent package data to Royal Mail')
  const { headers } = await call(`GET /v1/labels/${id}/download`)
  expect(headers['content-disposition']).toBe(`inline; filename="${id}.pdf"`)
})

it('an undocumented code is also in the address of its documentation', async () => {
  const call = await start('further-codes')
  expect(json(await call('POST /v1/rates', []))).toMatchObject({
    error: {
      code: 'VALIDATION.BODY.UNREADABLE',
      docs_url: expect.stringMatching(/#VALIDATION\.BODY\.UNREADABLE$/),
    },
  })
})

it('an unknown variation is refused before anything starts', async () => {
  await expect(startDrydock({ vary: Object(['uuid']) })).rejects.toThrow("vary: has no variation 'uuid'")
})
