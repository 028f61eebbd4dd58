import { copyFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { createDataFilePath } from '../../../test/support/simulator/directory.ts'
import { startMs } from '../../../test/support/simulator/world.ts'
import type { AccountRecords } from '../accounts/records/collections.ts'
import { Simulator } from '../simulator.ts'
import { openDataFile } from './data-file/data-file.ts'
import type { Journal } from './journal.ts'
import { readRecord } from './record-reader.ts'

function newSimulator(): Simulator {
  return new Simulator({
    baseUrl: () => 'http://dock.test',
    seed: 'tests',
    send: () => Promise.resolve(null),
  })
}

async function open(file: string): Promise<{ readonly simulator: Simulator; readonly journal: Journal }> {
  const simulator = newSimulator()
  const journal = await openDataFile(file, simulator.createStore(readRecord))
  return { simulator, journal }
}

/** Returns every record by its account, collection and id, with its fields sorted. */
function listRecords(simulator: Simulator): ReadonlyMap<string, unknown> {
  return new Map(
    [...simulator.createStore(readRecord).listRecords()].map(({ json, ...place }) => [
      JSON.stringify(place),
      json === null ? null : JSON.parse(json),
    ]),
  )
}

/** Draws ordinary texts, and texts with a special meaning in the data file, in JSON or in JavaScript. */
const text = fc.oneof(
  { weight: 2, arbitrary: anyText(60) },
  fc.constantFrom('*', '__proto__', 'constructor', '', 'it', '],', ',\t', '"', '\\', '\ud800', '\u2028', '0'),
)

const atMs = startMs
const environment = 'test'
const carrier = 'UPS'

/** For each kind of record, a function that creates one with the given text in each field that a client can fill. */
const samples: { readonly [Name in keyof AccountRecords]: (text: string) => AccountRecords[Name] } = {
  clock: () => ({ mode: 'frozen', rate: 1, baseMs: atMs, baseRealMs: atMs }),
  wallet: () => ({ balanceCents: 7, paymentMethod: 'none', autoReload: null, declineNext: 2 }),
  webhook: (url) => ({ url, signingSecret: null }),
  counters: () => 3,
  keys: (id) => ({
    id,
    value: `pr_test_${'0'.repeat(32)}`,
    environment,
    scopes: [],
    createdAtMs: atMs,
    expiresAtMs: null,
    revokedAtMs: null,
  }),
  limit_windows: () => ({ openedAtMs: atMs, count: 1 }),
  quotes: (id) => ({
    ...{ id, environment, createdAtMs: atMs, from: createAddress(id), to: createAddress(id), parcel },
    ...{ carriers: [carrier], carrierAccounts: [id] },
  }),
  labels: (id) => ({
    ...{ id, environment, shipmentId: id, trackingNumber: id, carrier, service: id, accountType: 'byoa' },
    ...{ rateCents: 1, balanceAfterCents: -1, createdAtMs: atMs, voidRequestedAtMs: null },
  }),
  shipments: (id) => ({
    ...{
      id,
      environment,
      labelId: id,
      createdAtMs: atMs,
      from: createAddress(id),
      to: createAddress(id),
      parcel,
    },
  }),
  journeys: (id) => ({
    ...{ trackingNumber: id, carrier, environment, labelId: id, pickedUpAtMs: null, changes: 0 },
    leg: { script: id, startMs: atMs, toldUntilMs: null, change: 0 },
    events: [{ atMs, status: 'unknown', message: id, location: id, moving: false, change: 1 }],
  }),
  trackers: (id) => ({
    ...{ id, environment, trackingNumber: id, carrier, registeredAtMs: atMs, nextPollAtMs: atMs },
    ...{ polledAtMs: null, changesSeen: 0 },
  }),
  batches: (id) => ({
    ...{ id, environment, status: 'completed', itemCount: 0, doneCount: 0, totalCostCents: 0 },
    ...{ balanceAfterCents: 0, createdAtMs: atMs, boughtAtMs: null, nextStepAtMs: null, baseUrl: id },
  }),
  batch_items: (id) => ({
    ...{
      from: createAddress(id),
      to: createAddress(id),
      parcel,
      carrier,
      service: id,
      rateCents: 1,
      rateId: id,
    },
    ...{
      carrierAccountId: id,
      status: 'failed',
      labelId: null,
      error: { code: 'LABEL.NOT_FOUND', message: id, rawCarrierError: id },
    },
  }),
  ledger: (id) => ({ id, atMs, kind: 'opening', amountCents: 1, balanceCents: 1, reference: id }),
  deliveries: (id) => ({
    ...{ id, environment, labelId: id, url: id, signingSecret: id, body: id, status: 'failed' },
    attempts: [{ atMs, responseCode: null, failure: id }],
    ...{
      scheduledAttempts: 1,
      createdAtMs: atMs,
      nextAttemptAtMs: null,
      redeliveries: [{ atMs, delayed: true }],
      delayed: false,
    },
  }),
  carrier_accounts: (id) => ({ id, carrier, nickname: id, credentials: 'valid', connectedAtMs: atMs }),
  faults: (id) => ({
    ...{
      id,
      target: 'carrier:UPS',
      operation: id,
      mode: 'down',
      code: null,
      phase: 'before',
      status: null,
      latencyMs: null,
    },
    ...{ message: id, probability: 1, times: null, after: 0, createdAtMs: atMs, startsAtMs: atMs },
    ...{ endsAtMs: null, number: 0, seen: 0, hits: 0, scenario: id },
  }),
  scenario_steps: (id) => ({ id, scenario: id, dueMs: atMs, wallet: { payment_method: 'valid' } }),
}

const parcel = { weightOz: 1e-300, lengthIn: 1e300, widthIn: 1, heightIn: 1 }

function createAddress(of: string) {
  return { name: of, street1: of, street2: of, city: of, state: of, zip: of, country: of, phone: of }
}

const cells = ['clock', 'wallet', 'webhook']

it('a restart reads back records of every kind, whatever texts and ids they contain', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('stopped', 'killed'),
      async (texts, ending) => {
        const file = createDataFilePath()
        const { simulator, journal } = await open(file)
        simulator.begin(journal)
        const { state } = simulator.defaultAccount
        for (const [name, sample] of Object.entries(samples)) {
          for (const id of texts)
            state.findCollection(name)?.set(cells.includes(name) ? 'it' : id, sample(id))
        }
        await journal.commit()
        const kept = listRecords(simulator)
        if (ending === 'killed') copyFileSync(file, `${file}-then`)
        await journal.close()

        const again = await open(ending === 'killed' ? `${file}-then` : file)
        expect(listRecords(again.simulator)).toEqual(kept)
        await again.journal.close()
      },
    ),
    { numRuns: 40 },
  )
})

it('a change of an account is stored even if the account is deleted while the change is written', async () => {
  const { simulator, journal } = await open(createDataFilePath())
  simulator.begin(journal)
  const account = simulator.createAccount({ seed: 'tests' })
  const store = simulator.createStore(readRecord)
  store.drain()

  const base = store.listRecords()
  account.state.counters.set('rate', 3)
  const changed = store.drain()
  simulator.deleteAccount(account.id)
  const deleted = store.drain()

  const again = newSimulator()
  const restored = again.createStore(readRecord)
  for (const entry of [...base, ...changed, ...deleted]) restored.restore(entry, false)
  expect(listRecords(again)).toEqual(listRecords(simulator))
  await journal.close()
})

it('a fault record of the oldest format is read like a new one', () => {
  const { number: _, ...old } = samples.faults('flt_1')
  const simulator = newSimulator()
  simulator.begin(null)
  const entry = { account: 'default', collection: 'faults', id: 'flt_1', json: JSON.stringify(old) }
  simulator.createStore(readRecord).restore(entry, false)
  expect(simulator.defaultAccount.state.faults.get('flt_1')).toEqual(samples.faults('flt_1'))
})

it.each([
  ['labels', { ...samples.labels('lbl_1'), rateCents: '7' }, 'labels lbl_1 rateCents'],
  ['clock', { mode: 'backwards' }, 'clock lbl_1 mode'],
  ['wallet', null, 'wallet lbl_1'],
  ['faults', { ...samples.faults('flt_1'), mode: 'drop' }, 'faults lbl_1 mode'],
])('an invalid record in %s is refused with its collection, id and field', (collection, value, words) => {
  const entry = { account: 'default', collection, id: 'lbl_1', json: JSON.stringify(value) }
  const simulator = newSimulator()
  simulator.begin(null)
  expect(() => simulator.createStore(readRecord).restore(entry, false)).toThrow(words)
})

it.each([
  { isOwn: true, parsed: ['fault flt_1'] },
  { isOwn: false, parsed: ['label lbl_1', 'fault flt_1'] },
])(
  'a start checks a stored label only if another version of the simulator wrote the label (isOwn: $isOwn)',
  ({ isOwn, parsed }) => {
    const simulator = newSimulator()
    simulator.begin(null)
    const read: string[] = []
    const store = simulator.createStore((entry, value) => {
      read.push(`${entry.collection.slice(0, -1)} ${entry.id}`)
      return readRecord(entry, value)
    })
    const [label, fault] = [samples.labels('lbl_1'), samples.faults('flt_1')]
    store.restore(
      { account: 'default', collection: 'labels', id: 'lbl_1', json: JSON.stringify(label) },
      isOwn,
    )
    store.restore(
      { account: 'default', collection: 'faults', id: 'flt_1', json: JSON.stringify(fault) },
      isOwn,
    )
    expect(read).toEqual(parsed)
    expect(simulator.defaultAccount.state.labels.get('lbl_1')).toEqual(label)
    expect(simulator.defaultAccount.state.faults.get('flt_1')).toEqual(fault)
  },
)
