import { z } from 'zod'
import { ratesBody } from '../support/labels/parcels.ts'
import type { Seeded } from '../support/seeded.ts'
import type { TestClient, TestRequest } from '../support/test-client.ts'

/** Uses one account with a mix of requests, and resets it now and then, as a test suite does. */
export interface SoakLane {
  readonly id: string
  readonly service: TestClient
  readonly keys: Readonly<Record<'test' | 'live', string>>
}

const laneCount = 8
/** The number of requests between two resets, which bounds the records of the account. */
const requestsToReset = 1_000

const account = z.object({ keys: z.object({ test: z.string(), live: z.string() }) })
const rates = z.object({ rates: z.array(z.object({ id: z.string() })).min(1) })
const made = z.object({ id: z.string() })

export function createLanes(service: TestClient): Promise<SoakLane[]> {
  return Promise.all(
    Array.from({ length: laneCount }, async (_, at) => {
      const id = `soak-${at}`
      // Half of the clocks run fast, so that retries, polls and expiries happen all the time.
      const clock =
        at % 2 === 0 ? { mode: 'realtime', rate: 600 } : { mode: 'frozen', now: '2030-03-04T12:00:00Z' }
      const body = { id, clock }
      const { keys } = account.parse(await service.read({ method: 'POST', path: '/_drydock/accounts', body }))
      return { id, service, keys }
    }),
  )
}

/** Requests rates, buys, reads, voids, tracks and advances the clock until `goesOn` returns false. */
export async function sendMixedLoad(lane: SoakLane, draw: Seeded, goesOn: () => boolean): Promise<void> {
  const { service, keys, id } = lane
  const base = `/_drydock/accounts/${id}`
  // No receiver listens at this URL, so each delivery fails after five attempts.
  const webhook: TestRequest = {
    method: 'PUT',
    path: `${base}/webhook`,
    body: { url: 'http://127.0.0.1:9/' },
  }
  await service.read(webhook)
  for (let count = 1; goesOn(); count += 1) {
    if (count % requestsToReset === 0) {
      await service.read({ method: 'POST', path: `${base}/reset` })
      await service.read(webhook)
    }
    const key = keys[draw.chance(0.8) ? 'test' : 'live']
    const quoted = await service.trySend({ method: 'POST', path: '/v1/rates', key, body: ratesBody() })
    if (quoted?.status !== 200) throw new Error(`POST /v1/rates got ${quoted?.status}`)
    if (draw.chance(0.5)) {
      const [cheapest] = rates.parse(quoted.body).rates
      const bought = await service.trySend({
        method: 'POST',
        path: '/v1/labels',
        key,
        body: { rate_id: cheapest?.id },
      })
      if (bought?.status === 201) {
        const label = made.parse(bought.body).id
        await service.trySend({ method: 'GET', path: `/v1/labels/${label}`, key })
        if (draw.chance(0.3)) await service.trySend({ method: 'DELETE', path: `/v1/labels/${label}`, key })
      }
    }
    if (draw.chance(0.05)) {
      const body = { tracking_number: `99990${draw.between(0, 99)}`, carrier: 'UPS' }
      await service.trySend({ method: 'POST', path: '/v1/trackers', key, body })
    }
    if (draw.chance(0.02))
      await service.trySend({ method: 'POST', path: `${base}/clock/advance`, body: { by: '1h' } })
    await service.trySend({ method: 'GET', path: '/v1/wallet', key })
  }
}
