import { describe, expect, it } from 'vitest'
import {
  listSpoiltVersions,
  readRefusalMessage,
  zodMessages,
} from '../../../test/support/original-wording.ts'
import { kindsOf010, laterKinds } from '../../../test/support/simulator/record-kinds.ts'
import { runToEnd } from '../../../test/support/simulator/steps.ts'
import {
  buyLabelIn,
  createCall,
  parcel,
  readThrownCode,
  recipient,
  sender,
  setWebhook,
  startWorld,
} from '../../../test/support/simulator/world.ts'
import { addFault } from '../faults/add-fault.ts'
import { createBatch } from '../resources/batches/batches.ts'
import { registerTracker } from '../resources/trackers.ts'
import { readRecord } from '../storage/record-reader.ts'
import { takeSnapshot } from './snapshot.ts'
import { readSnapshot as readInSteps } from './snapshot-check.ts'

const readSnapshot = (body: unknown) => runToEnd(readInSteps(body))

/** Returns a snapshot, as JSON, of an account with one record of every kind. */
async function createValidSnapshot(): Promise<Record<string, Record<string, Record<string, never>>>> {
  const { simulator } = await startWorld()
  const context = simulator.defaultAccount
  setWebhook(context)
  buyLabelIn(context)
  registerTracker(createCall(context), { trackingNumber: '99990', carrier: 'UPS' })
  addFault(context, { target: 'api', mode: 'error', status: 503 })
  const item = {
    from: sender,
    to: recipient,
    parcel,
    carrier: 'USPS',
    service: 'Priority Mail',
    rateCents: 1,
    rateId: null,
  } as const
  createBatch(createCall(context), { items: [item, item] })
  return JSON.parse(JSON.stringify(takeSnapshot(context))).collections
}

const completeSnapshot = (collections: unknown) => ({
  format: 'drydock-snapshot',
  version: 1,
  account: 'default',
  seed: 'any',
  ids_of: 'default',
  collections,
})

/** Returns the first record of a collection with changes, under its own id. */
function changeFirstRecord(
  records: Record<string, object> | undefined,
  changes: object,
): Record<string, object> {
  const [[id, record] = ['', {}], ...others] = Object.entries(records ?? {})
  return Object.fromEntries([[id, { ...record, ...changes }], ...others])
}

/** Converts the maps of a checked snapshot to JSON objects. */
const toJsonObjects = (collections: object) =>
  Object.fromEntries(
    Object.entries(collections).map(([name, records]) => [
      name,
      records instanceof Map ? Object.fromEntries(records) : records,
    ]),
  )

describe('the check of a snapshot', () => {
  it('readSnapshot reads a valid snapshot unchanged', async () => {
    const collections = await createValidSnapshot()
    expect(toJsonObjects(readSnapshot(completeSnapshot(collections)).collections)).toEqual(collections)
  })

  it('readSnapshot reads a snapshot of an old version without the newer kinds of records', async () => {
    const collections = await createValidSnapshot()
    const earlier = Object.fromEntries(kindsOf010.map((name) => [name, collections[name]]))
    const none = Object.fromEntries(laterKinds.map((name) => [name, {}]))
    expect(toJsonObjects(readSnapshot(completeSnapshot(earlier)).collections)).toEqual({
      ...earlier,
      ...none,
    })
  })

  it('readSnapshot refuses a snapshot in which two keys have the same value', async () => {
    const collections = await createValidSnapshot()
    const { keys: given = {} } = collections
    const [[id, key] = ['', {}]] = Object.entries(given)
    const keys = { ...given, twin: { ...key, id: 'twin' } }
    expect(() => readSnapshot(completeSnapshot({ ...collections, keys }))).toThrow('keys.twin.value')
    expect(() => readSnapshot(completeSnapshot({ ...collections, keys: { [id]: key } }))).not.toThrow()
  })

  it.each([
    ['a clock that is too fast', 'clock', { rate: 1e300 }, 'collections.clock.it.rate'],
    [
      'a webhook to a link-local address',
      'webhook',
      { url: 'http://169.254.169.254/' },
      'collections.webhook.it.url',
    ],
    [
      'a webhook URL that is not http',
      'webhook',
      { url: 'file:///etc/passwd' },
      'collections.webhook.it.url',
    ],
    [
      'a delivery to a cloud metadata service',
      'deliveries',
      { url: 'http://[fd00:ec2::254]/' },
      /^collections\.deliveries\..*\.url$/,
    ],
    [
      'a balance above the maximum',
      'wallet',
      { balanceCents: 9_000_000_000_000_001 },
      'collections.wallet.it.balanceCents',
    ],
    [
      'an auto-reload amount above the maximum',
      'wallet',
      { autoReload: { thresholdCents: 1, amountCents: 1_000_000_000_001 } },
      'collections.wallet.it.autoReload',
    ],
    ['a label under the id of another label', 'labels', { id: 'lbl_x' }, /^collections\.labels\..*\.id$/],
    [
      'a label without its shipment',
      'labels',
      { shipmentId: 'shp_x' },
      /^collections\.labels\..*\.shipmentId$/,
    ],
    [
      'a tracking number that no barcode can encode',
      'labels',
      { trackingNumber: '\r\n' },
      /^collections\.labels\..*\.trackingNumber$/,
    ],
    [
      'a tracker whose next poll is too long ago',
      'trackers',
      { nextPollAtMs: -2e14 },
      /^collections\.trackers\..*\.nextPollAtMs$/,
    ],
    [
      'a batch that lacks some of its items',
      'batches',
      { itemCount: 3 },
      /^collections\.batch_items\..*\.2$/,
    ],
    ['a batch with too many items', 'batches', { itemCount: 1e15 }, /^collections\.batches\..*\.itemCount$/],
    [
      'a batch with more finished items than items',
      'batches',
      { doneCount: 3 },
      /^collections\.batches\..*\.doneCount$/,
    ],
    ['a fault with an invalid status', 'faults', { status: 99 }, /^collections\.faults\..*\.status$/],
    [
      'a fault with a latency above the maximum',
      'faults',
      { latencyMs: 1e12 },
      /^collections\.faults\..*\.latencyMs$/,
    ],
    [
      'a fault on an unknown target',
      'faults',
      { target: 'carrier:acme' },
      /^collections\.faults\..*\.target$/,
    ],
    ['a fault with a mode of another target', 'faults', { mode: 'drop' }, /^collections\.faults\..*\.mode$/],
    [
      'a fault with a field that its mode does not take',
      'faults',
      { mode: 'reset' },
      /^collections\.faults\..*\.status$/,
    ],
    [
      'a fault on an unknown endpoint',
      'faults',
      { operation: 'GET /v1/x' },
      /^collections\.faults\..*\.operation$/,
    ],
    ['a fault that lasts too long', 'faults', { endsAtMs: 5e13 }, /^collections\.faults\..*\.endsAtMs$/],
  ])('readSnapshot refuses a snapshot with %s', async (_, name, changes, field) => {
    const collections = await createValidSnapshot()
    const changed = { ...collections, [name]: changeFirstRecord(collections[name], changes) }
    expect(() => readSnapshot(completeSnapshot(changed))).toThrow(
      expect.objectContaining({
        extras: { field: typeof field === 'string' ? field : expect.stringMatching(field) },
      }),
    )
  })

  it('a damaged snapshot or data file record is refused with a message that is not of the library Zod', async () => {
    const collections = await createValidSnapshot()
    const told: string[] = []
    for (const snapshot of listSpoiltVersions(completeSnapshot(collections)))
      told.push(await readRefusalMessage(() => readSnapshot(snapshot)))
    for (const [collection, records] of Object.entries(collections)) {
      for (const [id, record] of Object.entries(records)) {
        const read = (value: unknown) => readRecord({ account: 'default', collection, id, json: '' }, value)
        for (const value of listSpoiltVersions(record)) told.push(await readRefusalMessage(() => read(value)))
      }
    }
    expect(new Set(told.filter((words) => zodMessages.test(words)))).toEqual(new Set())
    expect(told.filter((words) => words !== '').length).toBeGreaterThan(1_000)
  })

  it('readSnapshot refuses a label whose id contains a line break', async () => {
    const { labels, ...collections } = await createValidSnapshot()
    const [label] = Object.values(labels ?? {})
    const id = 'lbl_\r\nX: y'
    const changed = { ...collections, labels: { [id]: { ...Object(label), id } } }
    expect(readThrownCode(() => readSnapshot(completeSnapshot(changed)))).toBe('VALIDATION.FIELD.INVALID')
  })
})
