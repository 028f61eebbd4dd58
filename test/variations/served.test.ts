import { createHmac } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type Drydock, startDrydock, type VarySetting } from '../../src/index.ts'
import { ratesBody, recipient } from '../support/labels/parcels.ts'
import { readJson, TestClient, type TestResponse } from '../support/test-client.ts'
import { openInbox } from '../support/webhook-inbox.ts'

let dock: Drydock | undefined

afterEach(() => dock?.close())

async function startVaried(
  vary: VarySetting,
): Promise<(request: string, body?: unknown) => Promise<TestResponse>> {
  dock = await startDrydock({ vary, clock: 'frozen', seed: 1 })
  const { url, keys } = dock
  return (request, body) => {
    const [method = '', path = ''] = request.split(' ')
    return new TestClient(url).send({ method, path, body, key: keys.test, isSpoiled: true })
  }
}

function requireDock(): Drydock {
  if (dock === undefined) throw new Error('No simulator was started.')
  return dock
}

const quoted = z.object({ rates: z.array(z.object({ id: z.string() })) })
const bought = z.object({ id: z.string(), label_url: z.string(), service: z.string() })

/** Buys a rate, by default the cheapest. */
async function buyRate(
  call: (request: string, body?: unknown) => Promise<TestResponse>,
  rate = 0,
): Promise<unknown> {
  const { rates } = quoted.parse(readJson(await call('POST /v1/rates', ratesBody())))
  return readJson(await call('POST /v1/labels', { rate_id: rates.at(rate)?.id }))
}

async function buyCheapest(call: (request: string, body?: unknown) => Promise<TestResponse>) {
  return bought.parse(await buyRate(call))
}

it('a simulator with --vary sends varied responses, names its variations and logs the responses as they were sent', async () => {
  const call = await startVaried('wallet-otherwise,all-200,loud-content-type')
  const answer = await call('GET /v1/wallet')
  expect(readJson(answer)).toEqual({ balance: { amount_cents: 10_000_000, currency: 'usd' } })
  expect(answer.headers['content-type']).toBe('Application/JSON;charset=UTF-8')
  expect((await requireDock().discover()).variations).toEqual([
    'wallet-otherwise',
    'all-200',
    'loud-content-type',
  ])
  const [logged] = await requireDock().requests.list()
  expect(logged?.response_body).toEqual(readJson(answer))
  const { bytes } = await new TestClient(requireDock().url).send({
    path: '/dashboard/default',
    isSpoiled: true,
  })
  expect(bytes.toString()).toContain('Varied in 3 ways')
})

it('the review of a simulator with variations knows a label by the varied id', async () => {
  const call = await startVaried('uuids')
  const { rates } = quoted.parse(readJson(await call('POST /v1/rates', ratesBody())))
  await requireDock().faults.add({
    target: 'api',
    operation: 'POST /v1/labels',
    mode: 'reset',
    phase: 'after',
    times: 1,
  })
  const buyAgain = () => call('POST /v1/labels', { rate_id: rates[0]?.id })
  await buyAgain().catch(() => undefined)
  const { id } = bought.parse(readJson(await buyAgain()))
  const listFindings = async () => (await requireDock().review()).findings.map((each) => each.id)
  expect(await listFindings()).toContain('PURCHASE-REPEATED')
  await call(`DELETE /v1/labels/${id}`)
  expect(await listFindings()).not.toContain('PURCHASE-REPEATED')
})

it('a simulator without --vary names no variations', async () => {
  dock = await startDrydock({ vary: [] })
  expect((await dock.discover()).variations).toEqual([])
})

it.each(['other-ids', 'uuids'] as const)(
  'under the variation %s, label ids work in paths, downloads and the control protocol',
  async (id) => {
    const call = await startVaried(`${id},other-service-names`)
    const label = await buyCheapest(call)
    expect(label.id).not.toMatch(/^lbl_[0-9a-z]{24}$/)
    expect(label.service).toMatch(/^svc\./)
    expect(readJson(await call(`GET /v1/labels/${label.id}`))).toMatchObject({ id: label.id })
    const pdf = await call(`GET ${new URL(label.label_url).pathname}`)
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await requireDock().labels.list()).map((each) => each.id)).toEqual([label.id])
    await requireDock().tracking.scan(label.id)
    const refused = await call(`DELETE /v1/labels/${label.id}`)
    expect(readJson(refused)).toMatchObject({ error: { code: 'LABEL.VOID.INELIGIBLE' } })
  },
)

it.each(['other-ids', 'uuids'] as const)(
  'under the variation %s, ids of other resources are varied and work in later calls',
  async (id) => {
    const call = await startVaried(id)
    const hasOwnForm = (text: string): boolean => /_[0-9a-z]{24}$/.test(text)
    const account = await requireDock().carriers.connect({ carrier: 'UPS' })
    expect(readJson(await call('GET /v1/carrier-accounts'))).toMatchObject({
      carrier_accounts: [{ id: account.id }],
    })
    await requireDock().carriers.disconnect(account.id)
    expect(await requireDock().carriers.list()).toEqual([])

    await requireDock().webhook.set('http://127.0.0.1:9/')
    const label = await buyCheapest(call)
    await requireDock().clock.advance('0s')
    const [delivery] = await requireDock().webhook.deliveries()
    expect(readJson(await call('GET /v1/webhooks/deliveries'))).toMatchObject({
      deliveries: [{ id: delivery?.id, label_id: label.id }],
    })
    await requireDock().webhook.redeliver(delivery?.id ?? '')
    const [shipment] = await requireDock().shipments.list()
    const { rates } = await requireDock().shipments.clone(shipment?.id ?? '')
    await call('POST /v1/labels', { rate_id: rates[0]?.id })
    const ids = [account.id, label.id, delivery?.id ?? '', shipment?.id ?? '', rates[0]?.id ?? '']
    expect(ids.filter(hasOwnForm)).toEqual([])
    expect(await requireDock().labels.list()).toHaveLength(2)
  },
)

it.each(['unlisted-carriers', 'other-carrier-names'] as const)(
  'under the variation %s, each carrier name in the rates works in control calls and magic words',
  async (id) => {
    const call = await startVaried(id)
    const named = z.object({ rates: z.array(z.object({ carrier: z.string() })) })
    const requestRates = async (name?: string) =>
      readJson(
        await call(
          'POST /v1/rates',
          ratesBody(name === undefined ? {} : { to_address: { ...recipient, name } }),
        ),
      )
    const carriers = [...new Set(named.parse(await requestRates()).rates.map(({ carrier }) => carrier))]
    const { carriers: discovered } = await requireDock().discover()
    expect(discovered.toSorted()).toEqual(carriers.toSorted())
    for (const carrier of carriers) {
      const failed = { failed_carriers: [{ carrier }] }
      const fault = await requireDock().faults.add({
        target: `carrier:${carrier}` as 'carrier:UPS',
        mode: 'down',
      })
      expect(fault.target).toBe(`carrier:${carrier}`)
      expect(await requestRates()).toMatchObject(failed)
      await requireDock().faults.remove(fault.id)
      expect(await requestRates(`sim:carrier=${carrier}:down`)).toMatchObject(failed)
      expect(await requireDock().carriers.connect({ carrier: carrier.toUpperCase() as 'UPS' })).toMatchObject(
        {
          carrier,
        },
      )
      const tracker = { tracking_number: '99990001', carrier: carrier.toLowerCase() }
      expect(readJson(await call('POST /v1/trackers', tracker))).toMatchObject({ carrier })
      expect((await requireDock().tracking.poll({ carrier: carrier as 'UPS' })).fired).toHaveLength(1)
    }
    const unknown = await call('POST /v1/trackers', { tracking_number: '99990001', carrier: 'Nobody' })
    for (const carrier of carriers) expect(unknown.bytes.toString()).toContain(carrier)
    expect(unknown.bytes.toString()).not.toMatch(/\b(?:USPS|UPS|FedEx|DHL)\b/)
  },
)

it('under the variation unlisted-carriers, a person named UPS keeps that name', async () => {
  const call = await startVaried('unlisted-carriers')
  const { rates } = quoted.parse(
    readJson(await call('POST /v1/rates', ratesBody({ to_address: { ...recipient, name: 'UPS' } }))),
  )
  const label = readJson(await call('POST /v1/labels', { rate_id: rates[0]?.id }))
  expect(label).toMatchObject({ to_address: { name: 'UPS' } })
})

it('a fault on the target api also changes a response that a variation has changed', async () => {
  const call = await startVaried('wrapped-wallet,chunked')
  await requireDock().faults.add({ target: 'api', mode: 'slow_body', latency_ms: 20, times: 1 })
  const slow = await call('GET /v1/wallet')
  expect(readJson(slow)).toHaveProperty('wallet')
  expect(slow.headers).not.toHaveProperty('content-length')
  await requireDock().faults.add({ target: 'api', mode: 'garbage', times: 1 })
  expect((await call('GET /v1/wallet')).bytes[0]).toBe(0x7b)
  await requireDock().faults.add({ target: 'api', mode: 'reset', times: 1 })
  await expect(call('GET /v1/wallet')).rejects.toThrow()
})

it('a varied webhook event has a signature of its varied bytes, or an invalid one under the fault bad_signature', async () => {
  const inbox = await openInbox()
  try {
    const call = await startVaried('reordered-webhooks,duplicate-webhooks,other-ids')
    const { signing_secret } = await requireDock().webhook.set(inbox.url)
    const label = await buyCheapest(call)
    await requireDock().clock.advance('0s')
    expect(inbox.attempts).toHaveLength(2)
    const [attempt] = inbox.attempts
    const { data } = JSON.parse(attempt?.body.toString() ?? '')
    expect(data).toMatchObject({ id: label.id })
    const computeDigest = (secret: string | null) =>
      createHmac('sha256', secret ?? '')
        .update(attempt?.body ?? '')
        .digest('hex')
    expect(attempt?.headers['pr-signature']).toBe(`sha256=${computeDigest(signing_secret)}`)
    await requireDock().faults.add({ target: 'webhook', mode: 'bad_signature' })
    await buyCheapest(call)
    await requireDock().clock.advance('0s')
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
] as const)(
  'under the variation %s, all times of labels, events and deliveries have the same format',
  async (id) => {
    const inbox = await openInbox()
    const call = await startVaried(`${id},signed-afresh`)
    await requireDock().webhook.set(inbox.url)
    const label = await buyRate(call)
    await requireDock().clock.advance('0s')
    const read = readJson(await call(`GET /v1/labels/${bought.parse(label).id}`))
    const log = readJson(await call('GET /v1/webhooks/deliveries'))
    await inbox.close()
    const text =
      JSON.stringify([label, read, log]) + inbox.attempts.map(({ body }) => body.toString()).join('')
    const times = text.match(/"\d{4}-?\d\d-?\d\dT[^"]*"/g) ?? []
    expect(times.length).toBeGreaterThanOrEqual(6)
    expect(new Set(times.map((time) => time.replaceAll(/\d/g, '0'))).size).toBe(1)
  },
)

it.each([
  ['uuids', 'lbl_123e4567-e89b-42d3-a456-426614174000'],
  ['uuids', 'nonsense'],
  ['other-ids', 'lbl_Z-123e4567e89b42d3a4564266.q'],
] as const)('under the variation %s, the unknown label id %s gets LABEL.NOT_FOUND', async (id, label) => {
  const call = await startVaried(id)
  for (const request of [
    `GET /v1/labels/${label}`,
    `GET /v1/labels/${label}/download`,
    `DELETE /v1/labels/${label}`,
  ])
    expect(readJson(await call(request))).toMatchObject({ error: { code: 'LABEL.NOT_FOUND' } })
})

it('under the variation unlisted-carriers, tracking events and downloads show only varied names and ids', async () => {
  const call = await startVaried('unlisted-carriers,uuids')
  const label = z.object({ id: z.string(), carrier: z.string(), tracking_number: z.string() })
  const { id, ...tracked } = label.parse(await buyRate(call, -1))
  expect(tracked.carrier).toBe('Royal Mail')
  const tracker = (await call('POST /v1/trackers', tracked)).bytes.toString()
  expect(tracker).toContain('sent package data to Royal Mail')
  const { headers } = await call(`GET /v1/labels/${id}/download`)
  expect(headers['content-disposition']).toBe(`inline; filename="${id}.pdf"`)
})

it('under the variation further-codes, the docs_url of an undocumented error code contains that code', async () => {
  const call = await startVaried('further-codes')
  expect(readJson(await call('POST /v1/rates', []))).toMatchObject({
    error: {
      code: 'VALIDATION.BODY.UNREADABLE',
      docs_url: expect.stringMatching(/#VALIDATION\.BODY\.UNREADABLE$/),
    },
  })
})

it('startDrydock refuses an unknown variation in its option vary', async () => {
  await expect(startDrydock({ vary: Object(['uuid']) })).rejects.toThrow("vary: has no variation 'uuid'")
})
