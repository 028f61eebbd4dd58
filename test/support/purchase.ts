import { z } from 'zod'
import { TestClient } from './test-client.ts'

const address = {
  name: 'Ada Moreno',
  street1: '417 Montgomery St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94104',
  country: 'US',
}

/** What POST /v1/rates is sent for a small parcel. */
export const shipment = {
  from_address: address,
  to_address: address,
  parcel: { weight_oz: 16, length: 6, width: 5, height: 4 },
}

const quoted = z.object({ rates: z.tuple([z.object({ id: z.string() })], z.unknown()) })
const bought = z.object({
  id: z.string(),
  tracking_number: z.string(),
  carrier: z.string(),
  created_at: z.string(),
})

/** Buys the cheapest label for a small parcel with a key, and gives what tests look at. */
export async function buyLabel(url: string, key: string) {
  const client = new TestClient(url)
  const post = (path: string, body: unknown) => client.read({ method: 'POST', path, key, body })
  const { rates } = quoted.parse(await post('/v1/rates', shipment))
  return bought.parse(await post('/v1/labels', { rate_id: rates[0].id }))
}
