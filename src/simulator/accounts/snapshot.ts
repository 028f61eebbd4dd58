import type { Simulator } from '../simulator.ts'
import type { Context } from './context.ts'
import type { ClockRecord } from './records/clock.ts'

export const snapshotFormat = 'drydock-snapshot'
export const snapshotVersion = 1

/** An account's whole state as one document. */
export interface Snapshot {
  readonly format: typeof snapshotFormat
  readonly version: typeof snapshotVersion
  readonly account: string
  readonly seed: string
  /** The account, once more: what it draws new ids from is its own name. Read for the sake of what is written already. */
  readonly ids_of: string
  readonly collections: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Copies the account's state; what it holds is the caller's alone. */
export function takeSnapshot(context: Context): Snapshot {
  return copyState(context, (json) => JSON.parse(json))
}

/** The same with each record as its JSON text has it: to copy an account of any size takes no time to speak of. */
export function copyState<Copy>(context: Context, copy: (json: string) => Copy) {
  const collections = [...context.state.collections()].map((collection): [string, Record<string, Copy>] => {
    const records = [...collection.keys()].map((id): [string, Copy] => [
      id,
      copy(collection.toJson(id) ?? 'null'),
    ])
    return [collection.name, Object.fromEntries(records)]
  })
  const clock = { it: copy(JSON.stringify(clockNow(context))) }
  return {
    format: snapshotFormat,
    version: snapshotVersion,
    account: context.id,
    seed: context.seed,
    ids_of: context.id,
    collections: { ...Object.fromEntries(collections), clock },
  } as const
}

/** The clock as it stands, so that loading goes on from this instant; when that really was is nobody's concern. */
function clockNow({ clock }: Context): ClockRecord {
  return { mode: clock.mode, rate: clock.rate, baseMs: clock.now(), baseRealMs: 0 }
}

/** A snapshot whose records are written as an account holds them, so that to put them in place takes no time to speak of. */
export interface PreparedSnapshot {
  readonly seed: string
  readonly collections: ReadonlyMap<string, readonly PreparedRecord[]>
}

interface PreparedRecord {
  readonly id: string
  readonly value: unknown
  readonly json: string
}

/** Writes the records, which takes longest, a record at a time. */
export function* prepareSnapshot({ seed, collections }: Snapshot): Generator<void, PreparedSnapshot> {
  const prepared = new Map<string, readonly PreparedRecord[]>()
  for (const [name, records] of Object.entries(collections)) {
    const written: PreparedRecord[] = []
    for (const id of Object.keys(records)) {
      const value = records[id]
      written.push({ id, value, json: JSON.stringify(value) })
      yield
    }
    prepared.set(name, written)
  }
  return { seed, collections: prepared }
}

/**
 * Puts a snapshot in the place of all an account has, its clock too. Keys that belong to another account by now stay
 * with that one, and this account keeps the keys it had. From then on it draws with the snapshot's seed and its own name.
 */
export function putSnapshot(
  simulator: Simulator,
  id: string,
  { seed, collections }: PreparedSnapshot,
): Context {
  const ownKeys = [...simulator.account(id).state.keys.values()]
  const keys = collections.get('keys') ?? []
  const taken = keys.some(({ value }) => simulator.isOthersKey(keyValueOf(value), id))
  return simulator.replaceAccount(id, {
    seed,
    fill: ({ state, clock }) => {
      for (const [name, records] of collections) {
        if (taken && name === 'keys') continue
        const collection = state.collection(name)
        for (const record of records) collection?.put(record.id, record)
      }
      if (taken) for (const key of ownKeys) state.keys.set(key.id, key)
      clock.resumeFromSaved()
    },
  })
}

/** The same at once, for a snapshot that is small or nobody waits. */
export function loadSnapshot(simulator: Simulator, id: string, snapshot: Snapshot): Context {
  const steps = prepareSnapshot(snapshot)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return putSnapshot(simulator, id, value)
  }
}

function keyValueOf(key: unknown): string {
  const value = typeof key === 'object' && key !== null ? Reflect.get(key, 'value') : undefined
  return typeof value === 'string' ? value : ''
}
