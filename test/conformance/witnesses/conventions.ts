import { type Answer, must, pair, single, type Witness } from './world.ts'

const nobody = '/labels/lbl_000000000000000000000000'
const disagrees = ({ json, headers }: Answer): boolean => json.error.request_id !== headers['x-request-id']

export const conventionWitnesses: Readonly<Record<string, Witness>> = {
  'retry-repeats-request-id': pair('state', async (w) => {
    const a = await w.client()
    const [rate] = await a.test.quote()
    await a.fault({ target: 'label_creation', mode: 'error' })
    const failed = await a.test.buy(rate)
    await a.clearFaults()
    return (await a.test.buy(rate)).headers['x-request-id'] === failed.headers['x-request-id']
  }),
  'parallel-refusals-one-request-id': single('concurrency', async (w) => {
    const a = await w.client()
    const both = await Promise.all([a.test.get(nobody), a.test.get('/trackers/trk_0')])
    return both.some(disagrees)
  }),
  'headers-lost-after-outage': pair('partial failure', async (w) => {
    const a = await w.client()
    await a.fault({ target: 'carrier:*', operation: 'rates', mode: 'down' })
    await a.test.rates()
    await a.clearFaults()
    const answer = await a.test.rates()
    must(answer)
    return answer.headers['x-ratelimit-remaining'] === undefined
  }),
}
