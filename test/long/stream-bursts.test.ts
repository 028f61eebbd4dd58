import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DrydockServer, startDrydockServer } from '../../src/server/drydock-server.ts'
import { type Account, createAccount } from '../support/account.ts'
import { openStream } from '../support/event-stream.ts'

let server: DrydockServer
beforeAll(async () => {
  server = await startDrydockServer({ port: 0 })
})
afterAll(() => server.close())

const count = 10_000

/** Returns a snapshot with this many trackers, which are all polled at the same times. */
async function createSnapshotWithTrackers(account: Account) {
  await account.call('POST /v1/trackers', { tracking_number: '99995', carrier: 'UPS' })
  const snapshot = Object(await account.control('GET /snapshot'))
  const { trackers, journeys } = snapshot.collections
  const [tracker] = Object.values(trackers)
  const [journey] = Object.values(journeys)
  for (let number = 0; number < count; number += 1) {
    const trackingNumber = `99995${number}`
    const id = `trk_${String(number).padStart(24, '0')}`
    trackers[id] = { ...Object(tracker), id, trackingNumber }
    journeys[trackingNumber] = { ...Object(journey), trackingNumber }
  }
  return snapshot
}

it('a reader of the event stream gets all 10,000 events that happen at the same time, and one event after a snapshot load', async () => {
  const account = await createAccount(server.url)
  const snapshot = await createSnapshotWithTrackers(account)
  const stream = await openStream(server.url, { path: `/_drydock/accounts/${account.id}/stream` })
  await account.control('PUT /snapshot', snapshot)
  await account.control('PATCH /wallet', { balance_cents: 5 })
  const restored = await stream.until(({ event }) => event === 'wallet')
  expect(restored.map(({ event }) => event)).toEqual(['account', 'wallet'])
  await account.advance('4h')
  await account.control('PATCH /wallet', { balance_cents: 6 })
  const isLastEvent = ({ event, data }: (typeof restored)[number]) =>
    event === 'wallet' && Object(data).balance_cents === 6
  const fired = (await stream.until(isLastEvent)).filter(({ event }) => event === 'fired')
  expect(fired.length).toBe(count + 1)
  stream.close()
})
