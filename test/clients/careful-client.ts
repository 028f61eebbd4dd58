import { createHmac, timingSafeEqual } from 'node:crypto'
import { expect } from 'vitest'
import { batchItem, parcel, recipient, sender } from '../support/labels/parcels.ts'
import type { Answer } from '../support/test-client.ts'
import type { VariedWorld } from './varied-world.ts'

const statuses = ['pre_transit', 'in_transit', 'out_for_delivery', 'delivered', 'exception', 'unknown']

/** A client that relies on nothing but the specification. It makes every kind of request, and receives an event. */
export async function runCarefulClient(world: VariedWorld): Promise<void> {
  const { call, dock } = world
  for (const path of ['/v1/wallet', '/v1/carrier-accounts', '/v1/webhooks/deliveries']) {
    expectSuccess(await call(`GET ${path}`))
  }
  expectSuccess(await call('POST /v1/addresses/validate', recipient))
  await dock.faults.add({ target: 'carrier:DHL', operation: 'rates', mode: 'down' })
  const label = await buyCheapest(world)
  await dock.faults.clear()
  await readLabel(world, label)
  await receiveEvent(world, label.id)
  await voidTwice(world, label.id)
  await follow(world, label)
  await buyBatch(world)
  await expectErrors(world)
}

function expectSuccess(answer: Answer) {
  expect(answer.status, answer.request).toBeGreaterThanOrEqual(200)
  expect(answer.status, answer.request).toBeLessThan(300)
  expect(answer.headers['x-request-id']).toMatch(/^req_/)
  return Object(answer.body)
}

async function buyCheapest({ call }: VariedWorld) {
  const quote = expectSuccess(
    await call('POST /v1/rates', { from_address: sender, to_address: recipient, parcel }),
  )
  const [cheapest, next] = quote.rates
  expect(cheapest.rate_cents).toBeLessThanOrEqual(next.rate_cents)
  expect(cheapest.carrier_eta).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  // The list of failed carriers is optional, and its elements are not shown.
  if (quote.failed_carriers !== undefined) expect(quote.failed_carriers.length).toBeGreaterThanOrEqual(0)
  const label = expectSuccess(await call('POST /v1/labels', { rate_id: cheapest.id }))
  expect(label).toMatchObject({ sandbox: true, carrier: cheapest.carrier, service: cheapest.service })
  expect(label.id).toMatch(/^lbl_/)
  expect(label.tracking_number).toMatch(/^9999/)
  return label
}

async function readLabel({ call }: VariedWorld, label: Record<string, string>): Promise<void> {
  const again = expectSuccess(await call(`GET /v1/labels/${label['id']}`))
  expect(again.id).toBe(label['id'])
  expect(again.to_address.street ?? again.to_address.street1).not.toBe('')
  const { pathname } = new URL(String(label['label_url']))
  const { bytes } = await call(`GET ${pathname}`)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
}

/** Verifies the bytes of each attempt, and tells repeated ones by the id of the label. */
async function receiveEvent({ dock, received, secret }: VariedWorld, id: string): Promise<void> {
  await dock.clock.advance(0)
  const events = received.map(({ headers, body }) => {
    const digest = createHmac('sha256', secret).update(body).digest('hex')
    const signature = Buffer.from(String(headers['pr-signature']))
    expect(timingSafeEqual(signature, Buffer.from(`sha256=${digest}`))).toBe(true)
    return JSON.parse(body.toString('utf8'))
  })
  expect([...new Set(events.map(({ data }) => data.id))]).toEqual([id])
  expect(events[0]?.event).toBe('label.created')
  // Any form of ISO 8601 begins with the year, and the month with or without a hyphen.
  expect(events[0]?.timestamp).toMatch(/^\d{4}-?\d{2}-?\d{2}T/)
}

async function voidTwice({ call }: VariedWorld, id: string): Promise<void> {
  expectSuccess(await call(`DELETE /v1/labels/${id}`))
  expectError(await call(`DELETE /v1/labels/${id}`), [422], /^LABEL\.VOID\.ALREADY_REQUESTED$/)
}

async function follow({ call }: VariedWorld, label: Record<string, string>): Promise<void> {
  const { tracking_number, carrier } = label
  const { id } = expectSuccess(await call('POST /v1/trackers', { tracking_number, carrier }))
  const tracker = expectSuccess(await call(`GET /v1/trackers/${id}`))
  expect(statuses).toContain(tracker.status)
  for (const event of tracker.events) {
    expect(statuses).toContain(event.status)
    expect(event.status_detail).toEqual(expect.any(String))
  }
}

async function buyBatch({ call, rates, dock }: VariedWorld): Promise<void> {
  const [{ carrier, service, rate_cents }] = (await rates()).rates
  const items = [batchItem({ carrier, service, rate_cents })]
  const batch = expectSuccess(await call('POST /v1/batches', { items }))
  expect(batch.total_cost_cents).toBe(rate_cents)
  expectSuccess(await call(`POST /v1/batches/${batch.id}/buy`))
  await dock.clock.advance('1h')
  const { estimated_completion_percentage: done } = expectSuccess(await call(`GET /v1/batches/${batch.id}`))
  // Progress is shown while the batch is processing.
  if (done !== undefined) expect(done).toBe(100)
}

async function expectErrors({ call }: VariedWorld): Promise<void> {
  // The form of an unknown id may be wrong as well.
  expectError(await call('GET /v1/labels/lbl_unknown'), [404, 422], /^(LABEL|VALIDATION)\./)
  expectError(await call('POST /v1/labels', {}), [422], /^VALIDATION\.FIELD\.REQUIRED$/)
  expectError(await call('POST /v1/rates', []), [422], /^VALIDATION\./)
  const ambiguous = { ...recipient, street1: 'Oak Street' }
  expectError(await call('POST /v1/addresses/validate', ambiguous), [422], /^ADDRESS\.VALIDATION\.AMBIGUOUS$/)
  expect((await call('GET /v1/nothing')).status).toBe(404)
}

function expectError(answer: Answer, expected: readonly number[], code: RegExp): void {
  const { error } = Object(answer.body)
  expect(expected, answer.request).toContain(answer.status)
  expect(error.code).toMatch(code)
  expect(error.request_id).toBe(answer.headers['x-request-id'])
  expect(error.message).toEqual(expect.any(String))
}
