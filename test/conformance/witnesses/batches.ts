import { itemOf, must, pair, single, type Witness } from './world.ts'

const labelsDown = (carrier: string) => ({ target: `carrier:${carrier}`, operation: 'labels', mode: 'down' })
const percent = 'estimated_completion_percentage'

export const batchWitnesses: Readonly<Record<string, Witness>> = {
  'batch-shows-progress-of-another': pair('state', async (w) => {
    const a = await w.client()
    const [one, other] = [await a.test.newBatch(), await a.test.newBatch()]
    must(await a.test.buyBatch(one))
    await a.advance('1m')
    must(await a.test.get(`/batches/${one.id}`))
    return must(await a.test.get(`/batches/${other.id}`))[percent] > 0
  }),
  'older-batch-reads-cost-of-last': single('state', async (w) => {
    const a = await w.client()
    const one = await a.test.newBatch()
    await a.test.newBatch([{}, {}])
    return must(await a.test.get(`/batches/${one.id}`)).total_cost_cents !== one.total_cost_cents
  }),
  'second-batch-has-items-of-first': single('state', async (w) => {
    const a = await w.client()
    await a.test.newBatch()
    const other = await a.test.newBatch()
    return must(await a.test.get(`/batches/${other.id}`)).items.length !== 1
  }),
  'one-batch-at-a-time': pair('state', async (w) => {
    const a = await w.client()
    const [one, other] = [await a.test.newBatch(), await a.test.newBatch()]
    must(await a.test.buyBatch(one))
    return (await a.test.buyBatch(other)).code === 'BATCH.ALREADY_PROCESSING'
  }),
  'live-batch-holds-up-sandbox': pair('state', async (w) => {
    const a = await w.client()
    const free = await a.test.newBatch()
    must(await a.live.buyBatch(await a.live.newBatch()))
    return (await a.test.buyBatch(free)).code === 'BATCH.ALREADY_PROCESSING'
  }),
  'refused-batch-refuses-next': pair('state', async (w) => {
    const a = await w.client()
    const [rate] = await a.test.quote()
    await a.test.batch([])
    return (await a.test.batch([itemOf(rate)])).code === 'BATCH.ITEMS.REQUIRED'
  }),
  'unbought-batch-gone-next-day': single('boundaries', async (w) => {
    const a = await w.client()
    const batch = await a.test.newBatch()
    await a.advance('25h')
    return (await a.test.buyBatch(batch)).code === 'BATCH.NOT_FOUND'
  }),
  'batch-beside-another-never-done': pair('state', async (w) => {
    const a = await w.client()
    const [one, other] = [await a.test.newBatch(), await a.test.newBatch()]
    must(await a.test.buyBatch(one))
    must(await a.test.buyBatch(other))
    await a.advance('1h')
    return must(await a.test.get(`/batches/${other.id}`))[percent] === 0
  }),
  'parallel-buys-both-accepted': single('concurrency', async (w) => {
    const a = await w.client()
    const batch = await a.test.newBatch()
    const both = await Promise.all([a.test.buyBatch(batch), a.test.buyBatch(batch)])
    return both.every(({ status }) => status < 300)
  }),
  'parallel-batches-one-charged': single('concurrency', async (w) => {
    const a = await w.client()
    const [rate] = await a.live.quote()
    const before = await a.held()
    const item = itemOf(rate)
    for (const made of await Promise.all([a.live.batch([item]), a.live.batch([item])])) must(made)
    return (await a.held()) !== before - 2 * rate.rate_cents
  }),
  'failed-item-has-event': single('partial failure', async (w) => {
    const a = await w.client()
    const receiver = await w.receiver(a)
    const batch = await a.test.newBatch()
    await a.fault(labelsDown('*'))
    must(await a.test.buyBatch(batch))
    await a.advance('1m')
    return receiver.events.length > 0
  }),
  'events-end-at-failed-item': single('partial failure', async (w) => {
    const a = await w.client()
    const receiver = await w.receiver(a)
    const rates = await a.test.quote()
    const [bad, good] = ['UPS', 'USPS'].map((name) => rates.find(({ carrier }) => carrier === name))
    const batch = must(await a.test.batch([itemOf(bad), itemOf(good)]))
    await a.fault(labelsDown('UPS'))
    must(await a.test.buyBatch(batch))
    await a.advance('1m')
    return receiver.events.length === 0 && (await a.shipments()).length === 1
  }),
  'failed-item-fails-next-batch': pair('partial failure', async (w) => {
    const a = await w.client()
    const [one, other] = [await a.test.newBatch(), await a.test.newBatch()]
    await a.fault(labelsDown('*'))
    must(await a.test.buyBatch(one))
    await a.advance('1m')
    await a.clearFaults()
    must(await a.test.buyBatch(other))
    await a.advance('1m')
    return (await a.shipments()).length === 0
  }),
  'batch-refused-to-stranger-and-done': single('security', async (w) => {
    const [a, b] = [await w.client(), await w.client()]
    const batch = await a.test.newBatch()
    await b.test.buyBatch(batch)
    return (await a.test.buyBatch(batch)).code === 'BATCH.ALREADY_PROCESSING'
  }),
  'batch-refused-to-revoked-key-and-done': pair('security', async (w) => {
    const a = await w.client()
    const key = await a.key({ environment: 'test' })
    const batch = await a.test.newBatch()
    await a.revoke(key)
    await key.buyBatch(batch)
    return (await a.test.buyBatch(batch)).code === 'BATCH.ALREADY_PROCESSING'
  }),
  'parallel-batches-one-batch': single('concurrency', async (w) => {
    const a = await w.client()
    const item = itemOf((await a.test.quote())[0])
    const both = await Promise.all([a.test.batch([item]), a.test.batch([item, item])])
    return must(both[0]).id === must(both[1]).id
  }),
  'progress-restarts-with-next-batch': pair('state', async (w) => {
    const a = await w.client()
    const batch = await a.test.newBatch()
    must(await a.test.buyBatch(batch))
    await a.advance('5m')
    await a.test.newBatch()
    return must(await a.test.get(`/batches/${batch.id}`))[percent] === 0
  }),
  'batch-read-costs-what-next-label-did': pair('money', async (w) => {
    const a = await w.client()
    const batch = await a.live.newBatch()
    await a.live.label()
    return must(await a.live.get(`/batches/${batch.id}`)).total_cost_cents !== batch.total_cost_cents
  }),
}
