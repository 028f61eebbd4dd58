import { z } from 'zod'
import { TestClient } from '../test-client.ts'
import { ratesBody } from './parcels.ts'

const quoted = z.object({ rates: z.tuple([z.object({ id: z.string() })], z.unknown()) })
const bought = z.object({
  id: z.string(),
  tracking_number: z.string(),
  carrier: z.string(),
  created_at: z.string(),
})

/** Buys the cheapest label for the usual parcel with a key, and returns the fields that tests compare. */
export async function buyLabel(url: string, key: string) {
  const client = new TestClient(url)
  const post = (path: string, body: unknown) => client.read({ method: 'POST', path, key, body })
  const { rates } = quoted.parse(await post('/v1/rates', ratesBody()))
  return bought.parse(await post('/v1/labels', { rate_id: rates[0].id }))
}
