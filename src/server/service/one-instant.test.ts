import { afterEach, expect, it, vi } from 'vitest'
import { buyLabel } from '../../../test/support/labels/purchase.ts'
import { TestClient } from '../../../test/support/test-client.ts'
import { startDrydock } from '../../index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it("a request is carried out at one time of the account's clock, however fast the clock runs", async () => {
  await using dock = await startDrydock({ clock: 'x1000', webhookUrl: 'http://127.0.0.1:1/' })
  // Each time the simulator reads the machine's clock, the account's clock moves on by a second.
  let machineMs = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => machineMs++)
  const client = new TestClient(dock.url)
  const key = dock.keys.live
  const postJson = async (path: string, body: unknown) =>
    Object(await client.read({ method: 'POST', path, key, body }))
  const { id, created_at, tracking_number, carrier } = await buyLabel(dock.url, key)
  const [ledgerLine] = await dock.wallet.ledger()
  const [delivery] = await dock.webhook.deliveries()
  const [shipment] = await dock.shipments.list()
  expect([ledgerLine?.at, delivery?.created_at, shipment?.created_at]).toEqual([
    created_at,
    created_at,
    created_at,
  ])
  const { scanned_at } = await postJson(`/_drydock/accounts/default/labels/${id}/scan`, {})
  const { events } = await postJson('/v1/trackers', { tracking_number, carrier })
  expect(events.at(-1).timestamp).toBe(scanned_at)
})
