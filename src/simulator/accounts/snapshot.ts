import type { Simulator } from '../simulator.ts'
import type { Context } from './context.ts'
import type { ClockRecord } from './records/clock.ts'

export const snapshotFormat = 'drydock-snapshot'
export const snapshotVersion = 1

/** The whole state of an account as one document. */
export interface Snapshot {
  readonly format: typeof snapshotFormat
  readonly version: typeof snapshotVersion
  readonly account: string
  readonly seed: string
  /** The account's id again. It has no use any more; existing snapshots have it. */
  readonly ids_of: string
  readonly collections: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Copies the account's state; the caller may change the copy. */
export function takeSnapshot(context: Context): Snapshot {
  return copyState(context, (json) => JSON.parse(json))
}

/** Copies the state with `copy` applied to the JSON text of each record, which is fast for an account of any size. */
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

/** The clock as it stands, so that a load goes on from this time. The real time is 0: nobody reads it. */
function clockNow({ clock }: Context): ClockRecord {
  return { mode: clock.mode, rate: clock.rate, baseMs: clock.now(), baseRealMs: 0 }
}

/** A snapshot with each record's JSON text made, so that putting it in place is fast. */
export interface PreparedSnapshot {
  readonly seed: string
  readonly collections: ReadonlyMap<string, readonly PreparedRecord[]>
}

interface PreparedRecord {
  readonly id: string
  readonly value: unknown
  readonly json: string
}

/** Makes the JSON texts, the slow part of a load, one record at a time. */
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
 * Replaces all that an account has, its clock too. If another account has a key of the snapshot, the account
 * keeps its present keys and the snapshot's keys are ignored. New ids are drawn from the snapshot's seed and the
 * account's id.
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

/** Prepares and puts in one go, for a small snapshot or when nothing else waits. */
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
