import { createHmac } from 'node:crypto'
import {
  type Client,
  itemOf,
  type Json,
  must,
  pair,
  type Receiver,
  single,
  type Witness,
  type World,
} from './world.ts'

/** Lets everything that is due be delivered. */
const settle = (a: Client) => a.advance('1s')

async function listening(w: World): Promise<readonly [Client, Receiver]> {
  const a = await w.client()
  return [a, await w.receiver(a)]
}

/** A label whose event the receiver refuses, after its first attempt. */
async function failing([a, receiver]: readonly [Client, Receiver], caller = a.test): Promise<Json> {
  const refused = receiver.answer
  receiver.answer = () => 500
  const label = await caller.label()
  await settle(a)
  receiver.answer = (id) => (id === label.id ? 500 : refused(id))
  return label
}

const entryOf = (log: readonly Json[], label: Json): Json => log.find(({ label_id }) => label_id === label.id)

export const webhookWitnesses: Readonly<Record<string, Witness>> = {
  'live-failure-holds-up-sandbox': pair('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    await failing([a, receiver], a.live)
    const label = await a.test.label()
    await settle(a)
    return receiver.of(label).length === 0
  }),
  'attempts-counted-together': pair('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    await failing([a, receiver])
    receiver.answer = () => 500
    const label = await a.test.label()
    await a.advance('6h')
    return receiver.of(label).length < 4
  }),
  'sandbox-success-ends-live-retries': pair('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    const label = await failing([a, receiver], a.live)
    await a.test.label()
    await a.advance('6m')
    return receiver.of(label).length === 1
  }),
  'revoked-key-ends-retries': pair('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    const label = await failing([a, receiver])
    await a.revoke(await a.key({ environment: 'test' }))
    await a.advance('6m')
    return receiver.of(label).length === 1
  }),
  'new-url-restarts-failed-deliveries': pair('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    const label = await failing([a, receiver])
    await a.advance('48h')
    await a.hook(`${receiver.url}/again`)
    await a.advance('1h')
    return receiver.of(label).length > 5
  }),
  'second-label-of-a-rate-without-event': single('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    const { rate } = await a.test.label()
    await settle(a)
    const label = must(await a.test.buy(rate))
    await settle(a)
    return receiver.of(label).length === 0
  }),
  'no-event-after-refusal': pair('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    await a.test.buy({ id: 'rate_000000000000000000000000' })
    const label = await a.test.label()
    await settle(a)
    return receiver.of(label).length === 0
  }),
  'no-event-after-failed-delivery': pair('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    await failing([a, receiver])
    await a.advance('48h')
    const label = await a.test.label()
    await settle(a)
    return receiver.of(label).length === 0
  }),
  'no-event-by-narrow-keys': pair('state', async (w) => {
    const [a, receiver] = await listening(w)
    const narrow = await a.key({ environment: 'test', scopes: ['rates:read', 'labels:write'] })
    const label = await narrow.label()
    await settle(a)
    return receiver.of(label).length === 0
  }),
  'keys-race-on-event': single('concurrency', async (w) => {
    const [a, receiver] = await listening(w)
    const other = await a.key({ environment: 'test' })
    const [rate] = await a.test.quote()
    for (const bought of await Promise.all([a.test.buy(rate), other.buy(rate)])) must(bought)
    await settle(a)
    return receiver.events.length === 1
  }),
  'later-event-created-when-first-was': single('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    await a.test.label()
    await a.advance('1h')
    const label = await a.test.label()
    await settle(a)
    return receiver.of(label)[0].data.created_at !== label.created_at
  }),
  'signature-of-the-event-before': pair('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    await failing([a, receiver])
    await a.test.label()
    await a.advance('6m')
    const { signing_secret } = await a.control('GET', '/webhook')
    return receiver.signatures.some(
      ({ given, body }) =>
        given !== `sha256=${createHmac('sha256', signing_secret).update(body).digest('hex')}`,
    )
  }),
  'events-astray-after-clear': pair('security', async (w) => {
    const a = await w.client()
    await w.receiver(a)
    const [, receiver] = await listening(w)
    await a.control('DELETE', '/webhook')
    const label = await a.test.label()
    await settle(a)
    return receiver.of(label).length > 0
  }),
  'log-per-key': pair('state', async (w) => {
    const [a] = await listening(w)
    const other = await a.key({ environment: 'test' })
    const label = await a.test.label()
    await settle(a)
    return entryOf(await other.log(), label) === undefined
  }),
  'log-begins-with-url': pair('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    const label = await a.test.label()
    await settle(a)
    await a.hook(`${receiver.url}/again`)
    return entryOf(await a.test.log(), label) === undefined
  }),
  'log-without-voided': pair('webhooks', async (w) => {
    const [a] = await listening(w)
    const label = await a.test.label()
    await settle(a)
    must(await a.test.void(label))
    return entryOf(await a.test.log(), label) === undefined
  }),
  'log-without-batches': pair('webhooks', async (w) => {
    const [a] = await listening(w)
    must(await a.test.buyBatch(await a.test.newBatch()))
    await a.advance('1m')
    return (await a.test.log()).length === 0
  }),
  'log-code-of-latest': pair('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    const label = await failing([a, receiver])
    await a.test.label()
    await settle(a)
    return entryOf(await a.test.log(), label).response_code !== 500
  }),
  'log-attempts-summed': single('webhooks', async (w) => {
    const [a] = await listening(w)
    await a.test.label()
    const label = await a.test.label()
    await settle(a)
    return entryOf(await a.test.log(), label).attempts !== 1
  }),
  'log-forgets-after-a-week': single('boundaries', async (w) => {
    const [a] = await listening(w)
    const label = await a.test.label()
    await a.advance('8d')
    return entryOf(await a.test.log(), label) === undefined
  }),
  'no-event-during-batch': single('concurrency', async (w) => {
    const [a, receiver] = await listening(w)
    const [rate] = await a.test.quote()
    const [, label] = await Promise.all([a.test.batch([itemOf(rate)]), a.test.buy(rate)])
    await settle(a)
    return receiver.of(must(label)).length === 0
  }),
  'retry-with-number-of-latest': pair('webhooks', async (w) => {
    const [a, receiver] = await listening(w)
    const label = await failing([a, receiver])
    await a.test.label()
    await a.advance('6m')
    return receiver.of(label).some(({ data }) => data.tracking_number !== label.tracking_number)
  }),
}
