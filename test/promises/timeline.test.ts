import { expect, it } from 'vitest'
import { connectDrydock } from '../../src/client/http/connection.ts'
import { batchItem, ratesBody } from '../support/labels/parcels.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { TestClient } from '../support/test-client.ts'

const { url } = sharedSimulator()

const startedAt = '2030-03-04T12:00:00.000Z'

/** Creates an account with one due event of each kind. */
async function createAccountWithDueEvents() {
  const dock = await connectDrydock(url)
  const account = await dock.createAccount({ clock: { mode: 'frozen', now: startedAt } })
  const client = new TestClient(url)
  const key = account.keys.test
  const post = async (path: string, body?: object) =>
    Object(await client.read({ method: 'POST', path, key, ...(body && { body }) }))
  await account.webhook.set('http://127.0.0.1:9/')
  const { rates } = await post('/v1/rates', ratesBody())
  const label = await post('/v1/labels', { rate_id: rates[0].id })
  const tracker = await post('/v1/trackers', {
    tracking_number: label.tracking_number,
    carrier: label.carrier,
  })
  const batch = await post('/v1/batches', { items: [batchItem()] })
  await post(`/v1/batches/${batch.id}/buy`)
  const fault = await account.faults.add({
    target: 'carrier:UPS',
    mode: 'down',
    starts_in: '10m',
    lasts: '5m',
  })
  const second = await account.createKey({ environment: 'live', expires_at: '2030-03-04T12:20:00Z' })
  const source =
    'name: poor\ndescription: No money\ntimeline:\n  - at: 30m\n    wallet: { balance_cents: 1 }\n'
  await account.scenario.run({ source })
  return { account, tracker, batch, fault, key: second }
}

it('the timeline in the control protocol lists due events, and after an advance also past events, in the order of time', async () => {
  const { account, tracker, batch, fault, key } = await createAccountWithDueEvents()
  const [delivery] = await account.webhook.deliveries()
  const before = await account.clock.timeline()
  expect(before).toMatchObject({ now: startedAt, has_more: false })
  const formatEvent = ({ kind, id }: { readonly kind: string; readonly id: string }) => `${kind} ${id}`
  const known = [
    `fault_begins ${fault.id}`,
    `fault_ends ${fault.id}`,
    `key_expiry ${key.id}`,
    `poll ${tracker.id}`,
    `batch ${batch.id}`,
  ]
  expect(before.due.map(formatEvent)).toEqual(expect.arrayContaining(known))
  expect(before.due.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['rate_expiry', 'scenario']))
  expect(before.due.map(({ at }) => at)).toEqual(before.due.map(({ at }) => at).toSorted())

  await account.clock.advance('1h')
  const after = await account.clock.timeline()
  expect(after.past.map(formatEvent)).toEqual(
    expect.arrayContaining(known.filter((each) => !each.startsWith('poll'))),
  )
  expect(after.past.map(({ at }) => at)).toEqual(after.past.map(({ at }) => at).toSorted())
  const attempts = after.past.filter(({ kind, id }) => kind === 'webhook' && id === delivery?.id)
  expect(attempts.map(({ what }) => what)).toEqual([
    'attempt 1 to http://127.0.0.1:9/: refused',
    'attempt 2 to http://127.0.0.1:9/: refused',
    'attempt 3 to http://127.0.0.1:9/: refused',
  ])
  expect(after.due.find(({ kind }) => kind === 'webhook')).toMatchObject({
    what: 'attempt 4 to http://127.0.0.1:9/',
  })
  expect(JSON.stringify(after)).not.toContain('quote_removal')
})

it('the timeline in the control protocol can be limited to a time span and to a number of entries', async () => {
  const { account, fault } = await createAccountWithDueEvents()
  const span = { from: '2030-03-04T12:09:00Z', to: '2030-03-04T12:11:00Z' }
  expect(await account.clock.timeline(span)).toMatchObject({
    due: [
      { kind: 'fault_begins', id: fault.id, at: '2030-03-04T12:10:00.000Z', what: 'carrier:UPS down begins' },
    ],
    past: [],
  })
  const cut = await account.clock.timeline({ limit: 1 })
  expect([cut.due.length, cut.has_more]).toEqual([1, true])
})

it('the timeline in the control protocol shows how many items of a batch each processing step completes', async () => {
  const dock = await connectDrydock(url)
  const account = await dock.createAccount({ clock: { mode: 'frozen', now: startedAt } })
  const client = new TestClient(url)
  const post = async (path: string, body?: object) =>
    Object(await client.read({ method: 'POST', path, key: account.keys.test, ...(body && { body }) }))
  const { id } = await post('/v1/batches', { items: Array.from({ length: 120 }, () => batchItem()) })
  await post(`/v1/batches/${id}/buy`)
  await account.clock.advance('2s')
  const { past, due } = await account.clock.timeline()
  expect([...past, ...due].filter(({ kind }) => kind === 'batch').map((step) => step.what)).toEqual([
    'step of a batch, 50 of 120 items done',
    'step of a batch, 100 of 120 items done',
    'step of a batch, 120 of 120 items done',
  ])
})
