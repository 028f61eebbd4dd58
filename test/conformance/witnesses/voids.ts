import { type Client, type Json, must, pair, single, type Witness } from './world.ts'

const statusOf = async (a: Client, label: Json): Promise<string> => (await a.test.read(label)).void_status

/** Two labels of one rate. */
async function twins(a: Client): Promise<readonly [Json, Json]> {
  const one = await a.test.label()
  return [one, must(await a.test.buy(one.rate))]
}

export const voidWitnesses: Readonly<Record<string, Witness>> = {
  'one-void-pending': pair('state', async (w) => {
    const a = await w.client()
    const one = await a.test.label()
    must(await a.test.void(one))
    must(await a.test.void(await a.test.label()))
    return (await a.test.void(one)).status < 300
  }),
  'void-shown-to-own-key-alone': pair('state', async (w) => {
    const a = await w.client()
    const other = await a.key({ environment: 'test' })
    const label = await a.test.label()
    must(await other.void(label))
    return (await statusOf(a, label)) === null
  }),
  'void-drops-contacts': pair('state', async (w) => {
    const a = await w.client()
    const label = await a.test.label()
    must(await a.test.void(label))
    return (await a.test.read(label)).from_address.email !== label.from_address.email
  }),
  'void-moves-creation': pair('state', async (w) => {
    const a = await w.client()
    const label = await a.test.label()
    await a.advance('1h')
    must(await a.test.void(label))
    return (await a.test.read(label)).created_at !== label.created_at
  }),
  'void-makes-label-free': pair('money', async (w) => {
    const a = await w.client()
    const label = await a.test.label()
    must(await a.test.void(label))
    return (await a.test.read(label)).rate_cents !== label.rate_cents
  }),
  'void-of-one-voids-its-rate': pair('state', async (w) => {
    const a = await w.client()
    const [one, other] = await twins(a)
    must(await a.test.void(one))
    return (await statusOf(a, other)) !== null
  }),
  'ineligible-sticks': pair('state', async (w) => {
    const a = await w.client()
    const [one, other] = await twins(a)
    await a.scan(one)
    await a.test.void(one)
    return (await a.test.void(other)).code === 'LABEL.VOID.INELIGIBLE'
  }),
  'one-void-at-a-time': pair('state', async (w) => {
    const a = await w.client()
    const [one, other] = await twins(a)
    must(await a.test.void(one))
    return (await a.test.void(other)).code === 'LABEL.VOID.ALREADY_REQUESTED'
  }),
  'batch-labels-not-voided': pair('state', async (w) => {
    const a = await w.client()
    const receiver = await w.receiver(a)
    must(await a.test.buyBatch(await a.test.newBatch()))
    await a.advance('1m')
    return (await a.test.void(receiver.events[0].data)).status === 404
  }),
  'no-void-after-a-week': single('boundaries', async (w) => {
    const a = await w.client()
    const label = await a.test.label()
    await a.control('PUT', `/tracking/${label.tracking_number}`, { script: 'never_scanned' })
    await a.advance('8d')
    return (await a.test.void(label)).code === 'LABEL.VOID.INELIGIBLE'
  }),
  'keys-race-on-void': single('concurrency', async (w) => {
    const a = await w.client()
    const other = await a.key({ environment: 'test' })
    const label = await a.test.label()
    const both = await Promise.all([a.test.void(label), other.void(label)])
    return both.every(({ status }) => status < 300)
  }),
  'void-refused-to-stranger-and-done': single('security', async (w) => {
    const [a, b] = [await w.client(), await w.client()]
    const label = await a.test.label()
    await b.test.void(label)
    return (await statusOf(a, label)) !== null
  }),
  'void-refused-to-revoked-key-and-done': pair('security', async (w) => {
    const a = await w.client()
    const key = await a.key({ environment: 'test' })
    const label = await a.test.label()
    await a.revoke(key)
    await key.void(label)
    return (await statusOf(a, label)) !== null
  }),
  'parallel-voids-one-done': single('concurrency', async (w) => {
    const a = await w.client()
    const labels = await twins(a)
    for (const done of await Promise.all(labels.map((label) => a.test.void(label)))) must(done)
    const status = await Promise.all(labels.map((label) => a.test.read(label)))
    return status.some(({ void_status }) => void_status === null)
  }),
  'rebuy-lifts-void': pair('state', async (w) => {
    const a = await w.client()
    const one = await a.test.label()
    must(await a.test.void(one))
    must(await a.test.buy(one.rate))
    return (await statusOf(a, one)) === null
  }),
  'void-takes-label-bought-meanwhile': single('concurrency', async (w) => {
    const a = await w.client()
    const one = await a.test.label()
    const [, other] = await Promise.all([a.test.void(one), a.test.buy(one.rate)])
    return (await statusOf(a, must(other))) !== null
  }),
}
