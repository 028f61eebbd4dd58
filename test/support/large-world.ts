import { type Account, buyCheapestLabel } from './account.ts'
import { batchItem } from './labels/parcels.ts'

type Records = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The number of records of each kind in a large account. */
export interface WorldSize {
  readonly labels: number
  readonly trackers: number
  readonly deliveries: number
}

/**
 * Creates one record of each kind in an account, and returns a snapshot in which each is repeated many times, as JSON
 * text. The ids and tracking numbers differ in their last eight digits.
 */
export async function multiplySnapshot(account: Account, size: WorldSize): Promise<string> {
  await account.control('PUT /webhook', { url: 'http://127.0.0.1:9/' })
  for (const key of [account.keys.test, account.keys.live]) {
    const { tracking_number, carrier } = await buyCheapestLabel(account, {}, { key })
    await account.call('POST /v1/trackers', { tracking_number, carrier }, { key })
  }
  await account.call('POST /v1/batches', { items: [batchItem(), batchItem()] })
  const snapshot = Object(await account.control('GET /snapshot'))
  const collections: Record<string, object> = { ...snapshot.collections }
  const counts: Readonly<Record<string, number>> = {
    labels: size.labels,
    shipments: size.labels,
    journeys: size.labels,
    ledger: size.labels,
    quotes: size.labels / 10,
    trackers: size.trackers,
  }
  for (const [name, count] of Object.entries(counts))
    collections[name] = multiplyRecords(snapshot.collections[name], count)
  collections['deliveries'] = endMostDeliveries(
    multiplyRecords(snapshot.collections.deliveries, size.deliveries),
  )
  return JSON.stringify({ ...snapshot, collections })
}

function multiplyRecords(records: Records, count: number): Records {
  const models = Object.entries(records)
  const copies = Array.from({ length: count }, (_, number) => {
    const [id, record] = models[number % models.length] ?? ['', {}]
    return [replaceEndByNumber(id, number), Object.fromEntries(createUniqueFields(record, number))] as const
  })
  return { ...records, ...Object.fromEntries(copies) }
}

/** Ends all deliveries except every twentieth, because the simulator attempts each pending delivery when the clock moves. */
function endMostDeliveries(deliveries: Records): Records {
  return Object.fromEntries(
    Object.entries(deliveries).map(([id, delivery], number) => [
      id,
      number % 20 === 0 ? delivery : { ...delivery, status: 'failed', nextAttemptAtMs: null },
    ]),
  )
}

function createUniqueFields(record: Readonly<Record<string, unknown>>, number: number) {
  return Object.entries(record).map(([name, value]) => {
    const isName = /^(id|.*Id|trackingNumber)$/.test(name) && typeof value === 'string'
    return [name, isName ? replaceEndByNumber(value, number) : value] as const
  })
}

function replaceEndByNumber(id: string, number: number): string {
  return id.slice(0, -8) + String(number).padStart(8, '0')
}
