import { afterEach, expect, it, vi } from 'vitest'
import { startDrydock } from '../index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const address = {
  name: 'Ada',
  street1: '417 Montgomery St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94104',
  country: 'US',
}
const parcel = { weight_oz: 16, length: 6, width: 5, height: 4 }

it('all that a request does happens at one instant, however fast time runs', async () => {
  await using dock = await startDrydock({ clock: 'x1000', webhookUrl: 'http://127.0.0.1:1/' })
  // A second of the account passes whenever anyone looks at the machine's clock.
  let machineMs = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => machineMs++)
  const headers = { Authorization: `Bearer ${dock.keys.live}`, 'Content-Type': 'application/json' }
  const ask = async (path: string, body: unknown) => {
    const answer = await fetch(dock.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return JSON.parse(await answer.text())
  }
  const { rates } = await ask('/v1/rates', { from_address: address, to_address: address, parcel })
  const { id, created_at, tracking_number, carrier } = await ask('/v1/labels', { rate_id: rates[0].id })
  const [ledgerLine] = await dock.wallet.ledger()
  const [delivery] = await dock.webhook.deliveries()
  const [shipment] = await dock.shipments.list()
  expect([ledgerLine?.at, delivery?.created_at, shipment?.created_at]).toEqual([
    created_at,
    created_at,
    created_at,
  ])
  const { scanned_at } = await ask(`/_drydock/accounts/default/labels/${id}/scan`, {})
  const { events } = await ask('/v1/trackers', { tracking_number, carrier })
  expect(events.at(-1).timestamp).toBe(scanned_at)
})
