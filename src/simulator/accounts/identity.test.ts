import { type Arbitrary, array, assert, asyncProperty, constantFrom, oneof, record } from 'fast-check'
import { expect, it } from 'vitest'
import { createDataFilePath } from '../../../test/support/simulator/directory.ts'
import { TestTime } from '../../../test/support/simulator/time.ts'
import {
  buyLabelIn,
  createCall,
  createOutcome,
  requestRatesIn,
  requireValue,
  startMs,
  startWorld,
} from '../../../test/support/simulator/world.ts'
import { loadContacts } from '../resources/contact.ts'
import { registerTracker } from '../resources/trackers.ts'
import { Simulator } from '../simulator.ts'
import { scopes } from '../specification/scopes.ts'
import { openDataFile } from '../storage/data-file/data-file.ts'
import { readRecord } from '../storage/record-reader.ts'
import type { Context } from './context.ts'
import { loadSnapshot, type Snapshot, takeSnapshot } from './snapshot.ts'

const listKeyValues = ({ state }: Context) => [...state.keys.values()].map(({ value }) => value)

const createKeyIn = (simulator: Simulator, context: Context) =>
  simulator.createKey(context, { environment: 'test', scopes, expiresAtMs: null })

/** Creates the accounts q and b, and loads q's snapshot into b. */
async function createAccountWithForeignSnapshot() {
  const { simulator } = await startWorld()
  const q = simulator.createAccount({ id: 'q', seed: 'of q' })
  const own = simulator.createAccount({ id: 'b', seed: 'of b' })
  const keys = listKeyValues(own)
  const label = buyLabelIn(q)
  const { id: trackerId } = registerTracker(createCall(q), label)
  const b = loadSnapshot(simulator, 'b', takeSnapshot(q))
  return { simulator, q, b, keys, label, trackerId }
}

it("resetting an account after a snapshot load restores the account's own keys", async () => {
  const { simulator, q, keys } = await createAccountWithForeignSnapshot()
  const b = simulator.resetAccount('b')
  expect(listKeyValues(b)).toEqual(keys)
  for (const value of keys) expect(simulator.findKey(value)?.context).toBe(b)
  for (const value of listKeyValues(q)) expect(simulator.findKey(value)?.context).toBe(q)
  expect(buyLabelIn(b).id).not.toBe(buyLabelIn(q).id)
})

it('two accounts that loaded the same snapshot draw different ids and keys afterwards', async () => {
  const { simulator, q, b } = await createAccountWithForeignSnapshot()
  const makeResources = (context: Context) => {
    const key = createKeyIn(simulator, context)
    const label = buyLabelIn(context)
    return [
      key.id,
      key.value,
      label.id,
      label.trackingNumber,
      label.shipmentId,
      requestRatesIn(context).rates[0]?.id,
    ]
  }
  const [ofQ, ofB] = [makeResources(q), makeResources(b)]
  for (const [at, value] of ofQ.entries()) expect(ofB[at]).not.toBe(value)
})

it('a label in a loaded snapshot belongs to the account that bought the label or, once that account is deleted, to the account that loaded the snapshot', async () => {
  const { simulator, q, b, label, trackerId } = await createAccountWithForeignSnapshot()
  expect(simulator.findAccountOfLabel(label.id)).toBe(q)
  expect(registerTracker(createCall(b), label).id).toBe(trackerId)
  simulator.deleteAccount('q')
  expect(simulator.findAccountOfLabel(label.id)).toBe(b)
  expect(simulator.findAccountOfLabel('lbl_none')).toBeUndefined()
})

it('a new account with the id of a deleted account never gets a key or label id of another account', async () => {
  const { simulator } = await startWorld()
  const like = { id: 'a', seed: '9' }
  const first = simulator.createAccount(like)
  const label = buyLabelIn(first)
  const snapshot = takeSnapshot(first)
  simulator.deleteAccount('a')
  simulator.createAccount({ id: 'b' })
  const b = loadSnapshot(simulator, 'b', snapshot)
  expect(listKeyValues(b)).toEqual(listKeyValues(first))

  const again = simulator.createAccount(like)
  const keys = listKeyValues(again)
  for (const value of listKeyValues(b)) expect(simulator.findKey(value)?.context).toBe(b)
  for (const value of keys) expect(simulator.findKey(value)?.context).toBe(again)
  expect(buyLabelIn(again).id).not.toBe(label.id)
  expect(listKeyValues(simulator.resetAccount('a'))).toEqual(keys)
  simulator.deleteAccount('a')
  for (const value of listKeyValues(b)) expect(simulator.findKey(value)?.context).toBe(b)
})

it('the API keys that an account gets back at a reset are never given to other accounts', async () => {
  const { simulator } = await startWorld()
  const q = simulator.createAccount({ id: 'q' })
  const keys = listKeyValues(q)
  const snapshot = takeSnapshot(q)
  const gone = simulator.createAccount({ id: 'gone' })
  simulator.deleteAccount('gone')
  loadSnapshot(simulator, 'q', takeSnapshot(gone))
  simulator.createAccount({ id: 'b' })
  const b = loadSnapshot(simulator, 'b', snapshot)
  expect(listKeyValues(simulator.resetAccount('q'))).toEqual(keys)
  expect(listKeyValues(b)).not.toEqual(keys)
})

it('a key created after a snapshot load never equals an existing key', async () => {
  const { simulator } = await startWorld()
  const q = simulator.createAccount({ id: 'q' })
  const own = simulator.createAccount({ id: 'b' })
  for (let n = 0; n < 3; n += 1) createKeyIn(simulator, own)
  const b = loadSnapshot(simulator, 'b', takeSnapshot(q))
  for (let n = 0; n < 3; n += 1) createKeyIn(simulator, b)
  expect(new Set(listKeyValues(b)).size).toBe(8)
})

const names = ['default', 'a', 'b', 'c'] as const
type Step = { readonly what: (typeof kinds)[number]; readonly to: string; readonly from: string }
const kinds = ['create', 'delete', 'take', 'load', 'reset', 'key', 'label', 'restart'] as const
const step: Arbitrary<Step> = record({
  what: oneof(constantFrom(...kinds), constantFrom('create', 'take', 'load')),
  to: constantFrom(...names),
  from: constantFrom(...names),
})

it('each API key that is listed gives access to its own account only, also after a restart', async () => {
  await assert(
    asyncProperty(array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const world = new World()
      await world.start()
      for (const each of steps) await world.take(each)
      const before = world.describeKeyOwners()
      await world.restart()
      expect(world.describeKeyOwners()).toEqual(before)
      await world.stop()
    }),
    { numRuns: 40 },
  )
}, 60_000)

/** Draws the next random ids and numbers of an account. */
function drawNext(simulator: Simulator, id: string): readonly unknown[] {
  const context = simulator.getAccount(id)
  const { id: labelId, trackingNumber } = buyLabelIn(context)
  return [labelId, trackingNumber, createKeyIn(simulator, context).value]
}

/**
 * Draws the next random ids and numbers of account b, which has loaded the snapshot of account q, after a restart or
 * without one.
 */
async function drawNextAfter(restarts: boolean, change: (simulator: Simulator) => void = () => undefined) {
  const world = new World()
  const simulator = await world.start()
  const q = simulator.createAccount({ id: 'q', seed: 'of q' })
  simulator.createAccount({ id: 'b', seed: 'of b' })
  buyLabelIn(q)
  loadSnapshot(simulator, 'b', takeSnapshot(q))
  change(simulator)
  const next = drawNext(restarts ? await world.restart() : simulator, 'b')
  await world.stop()
  return next
}

it('an account that loaded a snapshot makes the same ids after a restart as without a restart', async () => {
  expect(await drawNextAfter(true)).toEqual(await drawNextAfter(false))
})

it('an account makes the same ids after a reset as after its creation, also if the simulator was restarted', async () => {
  const { simulator } = await startWorld()
  simulator.createAccount({ id: 'b', seed: 'of b' })
  const asCreated = drawNext(simulator, 'b')
  const reset = (its: Simulator) => its.resetAccount('b')
  expect(await drawNextAfter(false, reset)).toEqual(asCreated)
  expect(await drawNextAfter(true, reset)).toEqual(asCreated)
})

it('the API keys that an account gets back at a reset stay reserved for the account after a restart', async () => {
  const world = new World()
  const simulator = await world.start()
  const q = simulator.createAccount({ id: 'q', seed: 'of q' })
  const [keys, snapshot] = [listKeyValues(q), takeSnapshot(q)]
  const gone = simulator.createAccount({ id: 'gone', seed: 'of one gone' })
  simulator.deleteAccount('gone')
  loadSnapshot(simulator, 'q', takeSnapshot(gone))
  simulator.createAccount({ id: 'b', seed: 'of b' })
  const again = await world.restart()
  expect(listKeyValues(loadSnapshot(again, 'b', snapshot))).not.toEqual(keys)
  expect(listKeyValues(again.resetAccount('q'))).toEqual(keys)
  await world.stop()
})

it('a new key of an account never equals a key that the account gets back at a reset', async () => {
  const { simulator } = await startWorld()
  const q = simulator.createAccount({ id: 'q', seed: 'of q' })
  const first = listKeyValues(q)
  const snapshot = takeSnapshot(q)
  const drawn = { ...snapshot, collections: { ...snapshot.collections, keys: {}, counters: {} } }
  const again = loadSnapshot(simulator, 'q', drawn)
  for (let count = 0; count < 3; count += 1) expect(first).not.toContain(createKeyIn(simulator, again).value)
})

/**
 * A simulator with a data file, to which the test makes random changes. After each change it checks every key of every
 * account.
 */
class World {
  readonly #file = createDataFilePath()
  readonly #taken = new Map<string, Snapshot>()
  readonly #firstKeys = new Map<string, readonly string[]>()
  #simulator: Simulator | undefined

  async start(): Promise<Simulator> {
    await loadContacts()
    const simulator = new Simulator({
      baseUrl: () => 'http://dock.test',
      seed: 'tests',
      realTime: new TestTime(startMs),
      clock: { mode: 'frozen', rate: 1, nowMs: startMs },
      send: () => Promise.resolve(createOutcome(200)),
    })
    simulator.begin(await openDataFile(this.#file, simulator.createStore(readRecord)))
    this.#simulator = simulator
    return simulator
  }

  async stop(): Promise<void> {
    await this.#its.end()
  }

  async restart(): Promise<Simulator> {
    await this.stop()
    return this.start()
  }

  async take({ what, to, from }: Step): Promise<void> {
    const simulator = this.#its
    const account = simulator.listAccounts().find(({ id }) => id === to)
    const snapshot = this.#taken.get(from)
    if (what === 'restart') await this.restart()
    else if (account === undefined) {
      if (what === 'create')
        this.#firstKeys.set(to, listKeyValues(simulator.createAccount({ id: to, seed: '9' })))
    } else if (what === 'delete' && to !== 'default') simulator.deleteAccount(to)
    else if (what === 'take') this.#taken.set(to, takeSnapshot(account))
    else if (what === 'load' && snapshot !== undefined) loadSnapshot(simulator, to, snapshot)
    else if (what === 'reset') {
      const keys = listKeyValues(simulator.resetAccount(to))
      if (to !== 'default') expect(keys).toEqual(this.#firstKeys.get(to))
    } else if (what === 'key') createKeyIn(simulator, account)
    else if (what === 'label') this.#buy(account)
    this.describeKeyOwners()
  }

  /** Lists the owner of each key twice: by the key lists of the accounts, and by looking up the key. */
  describeKeyOwners(): readonly string[] {
    const accounts = this.#its.listAccounts().sort((one, other) => (one.id < other.id ? -1 : 1))
    return accounts.flatMap((context) =>
      [...context.state.keys.values()].map((key) => {
        const holder = requireValue(this.#its.findKey(key.value))
        expect([holder.context.id, holder.key.id]).toEqual([context.id, key.id])
        return `${context.id} ${key.id} ${key.value}`
      }),
    )
  }

  get #its(): Simulator {
    return requireValue(this.#simulator)
  }

  /** Buys a label and expects that no account has its id already: a sandbox PDF can be read without a key. */
  #buy(account: Context): void {
    const others = this.#its.listAccounts().flatMap(({ state }) => [...state.labels.keys()])
    expect(others).not.toContain(buyLabelIn(account).id)
  }
}
