import { describe, expect, it, vi } from 'vitest'
import { runToEnd } from '../../../test/support/simulator/steps.ts'
import {
  buyLabelIn,
  createOutcome,
  readThrownCode,
  requestRatesIn,
  setWebhook,
  startWorld,
} from '../../../test/support/simulator/world.ts'
import { addFault } from '../faults/add-fault.ts'
import { advanceBy } from '../time/clock-moves.ts'
import { loadSnapshot, loadSnapshotInSteps, takeSnapshot } from './snapshot.ts'
import { readRecords } from './snapshot-schema.ts'

async function createBusyAccount() {
  const world = await startWorld({ answer: () => createOutcome(500) })
  const context = world.simulator.defaultAccount
  setWebhook(context)
  addFault(context, { target: 'carrier:UPS', mode: 'slow', probability: 0.5 })
  buyLabelIn(context)
  buyLabelIn(context, 'live')
  await advanceBy(context, 20 * 60_000)
  requestRatesIn(context)
  return world
}

describe('taking and loading a snapshot', () => {
  it('putSnapshot replaces the old state of an account only in its last step', async () => {
    const { simulator } = await createBusyAccount()
    const snapshot = takeSnapshot(simulator.defaultAccount)
    simulator.createAccount({ id: 'b' })
    const before = takeSnapshot(simulator.getAccount('b'))
    const stepCount = [...loadSnapshotInSteps(simulator, 'default', snapshot)].length
    const records = Object.values(snapshot.collections).flatMap((each) => Object.keys(each)).length
    expect(stepCount).toBeGreaterThan(records - Object.keys(snapshot.collections['keys'] ?? {}).length)

    const steps = loadSnapshotInSteps(simulator, 'b', snapshot)
    for (let step = 0; step < stepCount; step += 1) expect(steps.next().done).toBe(false)
    expect(takeSnapshot(simulator.getAccount('b'))).toEqual(before)
    const write = vi.spyOn(JSON, 'stringify')
    const b = runToEnd(steps)
    const writes = write.mock.calls.length
    write.mockRestore()
    expect(writes).toBeLessThan(5)
    const { keys: _, ...others } = takeSnapshot(b).collections
    const { keys: __, ...wanted } = snapshot.collections
    expect(others).toEqual(wanted)
  })

  it('putSnapshot loads nothing into an account that is deleted during the loading', async () => {
    const { simulator } = await createBusyAccount()
    simulator.createAccount({ id: 'b' })
    const steps = loadSnapshotInSteps(simulator, 'b', takeSnapshot(simulator.defaultAccount))
    steps.next()
    simulator.deleteAccount('b')
    expect(readThrownCode(() => runToEnd(steps))).toBe('CONTROL.ACCOUNT.NOT_FOUND')
  })

  it('a snapshot is the same after it was written as JSON and read again', async () => {
    const { simulator } = await createBusyAccount()
    const snapshot = takeSnapshot(simulator.defaultAccount)
    const { collections, ...told } = runToEnd(readRecords(JSON.parse(JSON.stringify(snapshot))))
    const read = Object.entries(collections).map(([name, records]) => [
      name,
      records instanceof Map ? Object.fromEntries(records) : records,
    ])
    expect({ ...told, collections: Object.fromEntries(read) }).toEqual(snapshot)
  })

  it.each(['__proto__', '*', 'constructor', ''])(
    'a snapshot contains a record with the unusual id %j',
    async (id) => {
      const { simulator } = await startWorld()
      simulator.defaultAccount.state.counters.set(id, 7)
      const snapshot = JSON.stringify(takeSnapshot(simulator.defaultAccount))
      loadSnapshot(simulator, 'default', runToEnd(readRecords(JSON.parse(snapshot))))
      expect(simulator.defaultAccount.state.counters.get(id)).toBe(7)
    },
  )

  it('an account with a snapshot of another simulator continues like the original account', async () => {
    const { simulator } = await createBusyAccount()
    const snapshot = takeSnapshot(simulator.defaultAccount)
    const other = await startWorld({ answer: () => createOutcome(500), seed: 'quite another' })
    const restored = loadSnapshot(other.simulator, 'default', snapshot)
    const continueAccount = async (context: typeof restored) => {
      const label = buyLabelIn(context, 'live')
      const { now, fired } = await advanceBy(context, 2 * 86_400_000)
      return { label, now, fired, wallet: context.state.wallet.get(), rates: requestRatesIn(context) }
    }
    expect(await continueAccount(restored)).toEqual(await continueAccount(simulator.defaultAccount))
  })

  it('loading a snapshot replaces the whole state of an account', async () => {
    const { simulator } = await startWorld()
    const before = takeSnapshot(simulator.defaultAccount)
    buyLabelIn(simulator.defaultAccount, 'live')
    const restored = loadSnapshot(simulator, 'default', before)
    expect(restored.state.labels.size).toBe(0)
    expect(restored.state.wallet.get().balanceCents).toBe(100_000)
    expect(takeSnapshot(restored)).toEqual(before)
  })

  it('loading a snapshot does not take its API keys away from another account that has them', async () => {
    const { simulator } = await createBusyAccount()
    const snapshot = takeSnapshot(simulator.defaultAccount)
    const other = simulator.createAccount({ id: 'other' })
    const own = [...other.state.keys.values()]
    const restored = loadSnapshot(simulator, 'other', snapshot)
    expect(restored.state.labels.size).toBe(2)
    expect([...restored.state.keys.values()]).toEqual(own)
    const [key] = own
    expect(simulator.findKey(key?.value ?? '')?.context).toBe(restored)
  })

  it('an account refuses to load a JSON document that is not a snapshot', async () => {
    const { simulator } = await createBusyAccount()
    const snapshot = takeSnapshot(simulator.defaultAccount)
    const wrong: unknown[] = [
      {},
      [],
      { ...snapshot, version: 2 },
      { ...snapshot, format: 'another' },
      { ...snapshot, collections: {} },
      { ...snapshot, collections: { ...snapshot.collections, wallet: { it: { balanceCents: 1.5 } } } },
      { ...snapshot, collections: { ...snapshot.collections, surplus: {} } },
      { ...snapshot, collections: { ...snapshot.collections, labels: { x: null } } },
    ]
    for (const shape of wrong) {
      expect(readThrownCode(() => runToEnd(readRecords(shape)))).toMatch(/^VALIDATION\.FIELD\./)
    }
  })

  it.each([
    ['a fault that begins before it was made', { startsAtMs: -1 }, 'startsAtMs'],
    ['a fault that ends before it begins', { endsAtMs: -1 }, 'endsAtMs'],
    ['an instant that is no date', { startsAtMs: Number.MAX_SAFE_INTEGER }, 'startsAtMs'],
  ])('loading a snapshot with %s is refused with the name of the wrong field', async (_, times, field) => {
    const { simulator } = await createBusyAccount()
    const snapshot = takeSnapshot(simulator.defaultAccount)
    const { faults } = snapshot.collections
    const changed = Object.entries({ ...faults }).map(([id, fault]) => [id, { ...Object(fault), ...times }])
    const collections = { ...snapshot.collections, faults: Object.fromEntries(changed) }
    expect(() => runToEnd(readRecords({ ...snapshot, collections }))).toThrow(field)
  })

  it('loading a snapshot with a clock beyond the year 9999 is refused', async () => {
    const { simulator } = await startWorld()
    const snapshot = takeSnapshot(simulator.defaultAccount)
    const clock = { it: { mode: 'frozen', rate: 1, baseMs: Date.UTC(10_000, 0), baseRealMs: 0 } }
    const changed = { ...snapshot, collections: { ...snapshot.collections, clock } }
    expect(() => runToEnd(readRecords(changed))).toThrow('baseMs')
  })
})
