import { expect, it } from 'vitest'
import { createDataFilePath } from '../../test/support/simulator/directory.ts'
import { TestTime } from '../../test/support/simulator/time.ts'
import {
  buyLabelIn,
  createCall,
  createOutcome,
  requireValue,
  setWebhook,
  startMs,
  startWorld,
} from '../../test/support/simulator/world.ts'
import type { Context } from '../simulator/accounts/context.ts'
import { listRedeliveries } from '../simulator/accounts/records/deliveries.ts'
import { loadSnapshot, takeSnapshot } from '../simulator/accounts/snapshot.ts'
import { getTracker, registerTracker } from '../simulator/resources/trackers.ts'
import { Simulator } from '../simulator/simulator.ts'
import { openDataFile } from '../simulator/storage/data-file/data-file.ts'
import type { RecordEntry } from '../simulator/storage/journal.ts'
import { readRecord } from '../simulator/storage/record-reader.ts'
import { openJournal } from './open-journal.ts'

const listKeyValues = ({ state }: Context) => [...state.keys.values()].map(({ value }) => value)

/** Writes a data file with these records, in the format of an earlier version. */
async function writeDataFile(entries: readonly RecordEntry[]): Promise<string> {
  const file = createDataFilePath()
  let undrained = entries
  const journal = await openDataFile(file, {
    size: entries.length,
    drain: () => {
      const drained = undrained
      undrained = []
      return drained
    },
    listRecords: () => [],
    restore: () => undefined,
  })
  await journal.commit()
  await journal.close()
  return file
}

async function openFile(file: string) {
  const notices: string[] = []
  const simulator = new Simulator({
    baseUrl: () => 'http://dock.test',
    seed: 'tests',
    realTime: new TestTime(startMs),
    send: () => Promise.resolve(createOutcome(200)),
    onNotice: (text) => notices.push(text),
  })
  simulator.begin(await openDataFile(file, simulator.createStore(readRecord)))
  await simulator.commit()
  return { simulator, notices }
}

/**
 * Returns the records of two accounts as an earlier version stored them. Account q has a label and a tracker. Account b
 * has loaded the snapshot of q, so b has the keys of q and its next ids follow those of q. The account records do not
 * contain the first keys, as in that version.
 */
async function createEarlierRecords() {
  const { simulator } = await startWorld()
  const q = simulator.createAccount({ id: 'q', seed: 'of q' })
  simulator.createAccount({ id: 'b', seed: 'of b' })
  setWebhook(q)
  const label = buyLabelIn(q)
  const { id: trackerId } = registerTracker(createCall(q), label)
  const keys = listKeyValues(q)
  const ofQ = [...q.state.listEntries('q')]
  loadSnapshot(simulator, 'b', takeSnapshot(q))
  const createAccountEntry = (id: string): RecordEntry => ({
    account: '',
    collection: 'accounts',
    id,
    json: JSON.stringify({
      id,
      seed: 'of q',
      idsOf: 'q',
      clock: { mode: 'frozen', rate: 1, nowMs: startMs },
    }),
  })
  const entries = [...simulator.createStore(readRecord).listRecords()]
    .filter(
      ({ account, collection, id }) => account !== 'b' && !(collection === 'accounts' && id !== 'default'),
    )
    .concat(['q', 'b'].map(createAccountEntry))
    .sort((one, other) => Number(one.account !== '') - Number(other.account !== ''))
    .concat(ofQ.map((entry) => ({ ...entry, account: 'b' })))
  return { entries, keys, label, trackerId }
}

const removeAccountEntries = (entries: readonly RecordEntry[], account: string): RecordEntry[] =>
  entries.filter((entry) => entry.account !== account && !(entry.account === '' && entry.id === account))

it('a data file of an early version with the same key in two accounts can be opened, and a notice names the account that lost the key', async () => {
  const { entries, keys } = await createEarlierRecords()
  const { simulator, notices } = await openFile(await writeDataFile(entries))
  for (const value of keys) expect(simulator.findKey(value)?.context.id).toBe('q')
  expect(listKeyValues(simulator.getAccount('q'))).toEqual(keys)
  expect(listKeyValues(simulator.getAccount('b'))).toEqual([])
  expect(notices).toEqual([expect.stringMatching(/^account b lost 2 of its keys: .*keys create --account b/)])
  const fresh = listKeyValues(simulator.resetAccount('b'))
  expect(fresh).toHaveLength(2)
  for (const value of fresh) expect(simulator.findKey(value)?.context.id).toBe('b')
  await simulator.end()
})

it('two accounts of an early data file keep their labels if both labels have the same id', async () => {
  const { entries, label, trackerId } = await createEarlierRecords()
  const { simulator } = await openFile(await writeDataFile(entries))
  const [q, b] = [simulator.getAccount('q'), simulator.getAccount('b')]
  expect(simulator.findAccountOfLabel(label.id)).toBe(q)
  for (const context of [q, b]) {
    expect(context.state.labels.get(label.id)).toEqual(label)
    expect(getTracker(createCall(context), trackerId)).toMatchObject({
      tracking_number: label.trackingNumber,
    })
    expect(registerTracker(createCall(context), label).id).toBe(trackerId)
    expect([...context.state.deliveries.values()].map(({ labelId }) => labelId)).toEqual([label.id])
  }
  const [ofQ, ofB] = [buyLabelIn(q), buyLabelIn(b)]
  expect(ofB.id).not.toBe(ofQ.id)
  expect(ofB.trackingNumber).not.toBe(ofQ.trackingNumber)
  simulator.deleteAccount('q')
  expect(simulator.findAccountOfLabel(label.id)).toBe(b)
  await simulator.end()
})

it('a data file of an early version is stored in the new form after it was read, and upgraded only once', async () => {
  const { entries, keys } = await createEarlierRecords()
  const file = await writeDataFile(entries)
  const first = await openFile(file)
  const describeKeys = ({ simulator }: typeof first) =>
    simulator
      .listAccounts()
      .map((context) => [context.id, listKeyValues(context), [...context.state.labels.keys()]])
  const before = describeKeys(first)
  await first.simulator.end()
  const second = await openFile(file)
  expect([second.notices, describeKeys(second)]).toEqual([[], before])
  for (const value of keys) expect(second.simulator.findKey(value)?.context.id).toBe('q')
  await second.simulator.end()
})

it('a key that an early data file has twice in one account belongs to the later record', async () => {
  const { entries, keys } = await createEarlierRecords()
  const [first] = keys
  const doubled = removeAccountEntries(entries, 'b').flatMap((entry) => {
    const key = entry.collection === 'keys' && entry.json !== null ? JSON.parse(entry.json) : {}
    if (key.value !== first) return [entry]
    return [entry, { ...entry, id: 'key_last', json: JSON.stringify({ ...key, id: 'key_last' }) }]
  })
  const { simulator, notices } = await openFile(await writeDataFile(doubled))
  expect(requireValue(simulator.findKey(requireValue(first))).key.id).toBe('key_last')
  expect(listKeyValues(simulator.getAccount('q')).sort()).toEqual([...keys].sort())
  expect(notices).toEqual([expect.stringMatching(/^account q lost 1 of its keys/)])
  await simulator.end()
})

it('the first keys of an account in an early data file are never given to another account', async () => {
  const { entries, keys } = await createEarlierRecords()
  const { simulator } = await openFile(await writeDataFile(removeAccountEntries(entries, 'b')))
  const snapshot = takeSnapshot(simulator.getAccount('q'))
  const gone = simulator.createAccount({ id: 'gone', seed: 'of one gone' })
  simulator.deleteAccount('gone')
  loadSnapshot(simulator, 'q', takeSnapshot(gone))
  simulator.createAccount({ id: 'b', seed: 'of b' })
  expect(listKeyValues(loadSnapshot(simulator, 'b', snapshot))).not.toEqual(keys)
  expect(listKeyValues(simulator.resetAccount('q'))).toEqual(keys)
  await simulator.end()
})

it.each([
  [null, []],
  [startMs + 60_000, [{ atMs: startMs + 60_000, delayed: false }]],
])(
  'a data file of an early version that stores one redelivery at the time %s is read',
  async (redeliverAtMs, redeliveries) => {
    const { entries } = await createEarlierRecords()
    const single = entries.map((entry) => {
      if (entry.collection !== 'deliveries' || entry.json === null) return entry
      const { redeliveries: _, ...delivery } = JSON.parse(entry.json)
      return { ...entry, json: JSON.stringify({ ...delivery, redeliverAtMs }) }
    })
    const { simulator } = await openFile(await writeDataFile(single))
    const [delivery] = simulator.getAccount('q').state.deliveries.values()
    expect(listRedeliveries(requireValue(delivery))).toEqual(redeliveries)
    await simulator.end()
  },
)

it('a data file with an invalid value in a record is refused with a message', async () => {
  const { entries } = await createEarlierRecords()
  const strange = entries.map((entry) =>
    entry.collection === 'accounts' && entry.id === 'b' && entry.json !== null
      ? { ...entry, json: JSON.stringify({ ...JSON.parse(entry.json), idsOf: 7 }) }
      : entry,
  )
  await expect(openFile(await writeDataFile(strange))).rejects.toThrow(/accounts b idsOf must be a text/)
})

it.each(['clock', 'wallet', 'webhook'])(
  'a data file with an account that has no %s is refused with a message',
  async (name) => {
    const { entries } = await createEarlierRecords()
    const file = await writeDataFile(
      entries.filter(({ account, collection }) => account !== 'b' || collection !== name),
    )
    const simulator = new Simulator({ baseUrl: () => '', send: () => Promise.resolve(null), seed: 'tests' })
    await expect(openJournal(file, simulator, {})).rejects.toThrow(`account b in it has no ${name}`)
    // The second attempt gets the same error and not one about the file lock, so the first attempt has released the
    // lock.
    await expect(openJournal(file, simulator, {})).rejects.toThrow(`account b in it has no ${name}`)
  },
)

it('a data file with an account whose id is the name of a dashboard page can be opened', async () => {
  const file = createDataFilePath()
  const { simulator: earlier } = await openFile(file)
  earlier.createAccount({ id: 'sign-in' })
  await earlier.commit()
  await earlier.end()
  const { simulator } = await openFile(file)
  expect(simulator.listAccounts().map(({ id }) => id)).toEqual(['default', 'sign-in'])
  await simulator.end()
})
