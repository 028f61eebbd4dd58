import { type Answer, bodyOf, itemOf, must, pair, single, type Witness } from './world.ts'

const remaining = ({ headers }: Answer): number => Number(headers['x-ratelimit-remaining'])
const limit = ({ headers }: Answer): number => Number(headers['x-ratelimit-limit'])

/** What a request to an endpoint that was not asked before leaves of its limit, but one. */
const isShort = (answer: Answer): boolean => remaining(answer) !== limit(answer) - 1

export const limitWitnesses: Readonly<Record<string, Witness>> = {
  'label-reads-and-voids-counted-together': pair('state', async (w) => {
    const a = await w.client()
    const label = await a.test.label()
    await a.test.void(label)
    return isShort(await a.test.get(`/labels/${label.id}`))
  }),
  'rates-and-validations-counted-together': pair('state', async (w) => {
    const a = await w.client()
    await a.test.quote()
    return isShort(await a.test.ask('POST', '/addresses/validate', bodyOf().to_address))
  }),
  'wallet-and-log-counted-together': pair('state', async (w) => {
    const a = await w.client()
    await a.test.balance()
    return isShort(await a.test.get('/webhooks/deliveries'))
  }),
  'live-and-test-key-counted-together': pair('state', async (w) => {
    const a = await w.client()
    await a.live.balance()
    return isShort(await a.test.get('/wallet'))
  }),
  'new-key-inherits-count': pair('state', async (w) => {
    const a = await w.client()
    const key = await a.key({ environment: 'test' })
    await key.balance()
    await a.revoke(key)
    return isShort(await (await a.key({ environment: 'test' })).get('/wallet'))
  }),
  'remaining-full-on-refusals': single('state', async (w) => {
    const a = await w.client()
    const label = await a.test.label()
    const before = remaining(await a.test.get(`/labels/${label.id}`))
    return remaining(await a.test.get('/labels/lbl_000000000000000000000000')) > before
  }),
  'parallel-requests-counted-once': single('concurrency', async (w) => {
    const a = await w.client()
    const label = await a.test.label()
    const path = `/labels/${label.id}`
    const both = await Promise.all([a.test.get(path), a.test.get(path)])
    return new Set(both.map(remaining)).size === 1
  }),
  'batch-limit-holds-up-buying': pair('state', async (w) => {
    const a = await w.client()
    const [rate] = await a.test.quote()
    const batch = must(await a.test.batch([itemOf(rate)]))
    for (let count = 0; count < 10; count += 1) await a.test.batch([itemOf(rate)])
    return (await a.test.buyBatch(batch)).status === 429
  }),
  'window-renewed-early': single('boundaries', async (w) => {
    const a = await w.client()
    for (let count = 0; count < 3; count += 1) await a.test.balance()
    await a.advance('55s')
    return remaining(await a.test.get('/wallet')) >= 297
  }),
}
