import { type Client, type Json, must, pair, single, type Witness, type World } from './world.ts'

const two = async (w: World): Promise<readonly [Client, Client]> => [await w.client(), await w.client()]
const number = '1Z999AA10123456784'

/** Whether another client can read what is made here, at its path. */
const strange = (made: (a: Client) => Promise<string>): Witness =>
  single('security', async (w) => {
    const [a, b] = await two(w)
    return (await b.test.get(await made(a))).status < 300
  })

const labelOf = async (caller: Client['test']): Promise<string> => `/labels/${(await caller.label()).id}`
const batchOf = async (caller: Client['test']): Promise<string> => `/batches/${(await caller.newBatch()).id}`
const trackerOf = async (caller: Client['test']): Promise<string> =>
  `/trackers/${must(await caller.track(number, 'UPS')).id}`

/** Whether a key that has lost the right to read a label reads it all the same, as it did just before. */
const outlives = (
  make: (a: Client) => Promise<Client['test']>,
  end: (a: Client, key: Client['test']) => Promise<Json>,
) =>
  pair('security', async (w: World) => {
    const a = await w.client()
    const path = await labelOf(a.test)
    const key = await make(a)
    must(await key.get(path))
    await end(a, key)
    return (await key.get(path)).status < 300
  })

export const isolationWitnesses: Readonly<Record<string, Witness>> = {
  'stranger-reads-label': strange((a) => labelOf(a.test)),
  'stranger-downloads-label': strange(async (a) => `${await labelOf(a.test)}/download`),
  'stranger-reads-tracker': strange((a) => trackerOf(a.test)),
  'stranger-reads-batch': strange((a) => batchOf(a.test)),
  'stranger-voids-label': single('security', async (w) => {
    const [a, b] = await two(w)
    return (await b.test.void(await a.test.label())).status < 300
  }),
  'stranger-buys-batch': single('security', async (w) => {
    const [a, b] = await two(w)
    return (await b.test.buyBatch(await a.test.newBatch())).status < 300
  }),
  'stranger-buys-rate': single('security', async (w) => {
    const [a, b] = await two(w)
    const [rate] = await a.live.quote()
    const before = await a.held()
    await b.live.buy(rate)
    return (await a.held()) < before
  }),
  'label-kept-for-strangers': pair('security', async (w) => {
    const [a, b] = await two(w)
    const path = await labelOf(a.test)
    must(await a.test.get(path))
    return (await b.test.get(path)).status < 300
  }),
  'label-kept-for-revoked-keys': outlives(
    (a) => a.key({ environment: 'test' }),
    (a, key) => a.revoke(key),
  ),
  'label-kept-for-expired-keys': outlives(
    (a) => a.shortKey('test', 30_000),
    (a) => a.advance('31s'),
  ),
  'label-kept-past-scopes': pair('security', async (w) => {
    const a = await w.client()
    const path = await labelOf(a.test)
    must(await a.test.get(path))
    const narrow = await a.key({ environment: 'test', scopes: ['labels:write'] })
    return (await narrow.get(path)).status < 300
  }),
  'batch-kept-past-scopes': pair('security', async (w) => {
    const a = await w.client()
    const path = await batchOf(a.test)
    must(await a.test.get(path))
    const narrow = await a.key({ environment: 'test', scopes: ['batches:write'] })
    return (await narrow.get(path)).status < 300
  }),
  'carrier-accounts-of-others': pair('security', async (w) => {
    const [a, b] = await two(w)
    await a.control('POST', '/carrier-accounts', { carrier: 'UPS' })
    must(await a.test.get('/carrier-accounts'))
    return must(await b.test.get('/carrier-accounts')).carrier_accounts.length > 0
  }),
}
