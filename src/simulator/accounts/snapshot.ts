import type { Simulator } from '../simulator.ts'
import type { Context } from './context.ts'
import type { ClockRecord } from './records/clock.ts'
import type { KeyRecord } from './records/keys.ts'

export const snapshotFormat = 'drydock-snapshot'
export const snapshotVersion = 1

/** The whole state of an account, as one JSON document. */
export interface Snapshot {
  readonly format: typeof snapshotFormat
  readonly version: typeof snapshotVersion
  readonly account: string
  readonly seed: string
  /** The id of the account once more. No version uses this field now, but older snapshots have it. */
  readonly ids_of: string
  readonly collections: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The parts of a snapshot that replace the state of an account: the seed, and the records of each collection by id. */
interface SnapshotState {
  readonly seed: string
  readonly collections: Readonly<
    Record<string, Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>>
  >
}

/** Returns a snapshot of an account. The caller may change the returned object. */
export function takeSnapshot(context: Context): Snapshot {
  return copyState(context, (records) =>
    Object.fromEntries(Array.from(records, ([id, json]) => [id, JSON.parse(json)])),
  )
}

/** The ids and JSON texts of a collection's records. */
type RecordTexts = Iterable<readonly [id: string, json: string]>

/**
 * Copies the state of an account as a snapshot. `convert` converts the records of each collection. The copy takes little
 * time for an account of any size, unless `convert` reads the records.
 */
export function copyState<Records>(context: Context, convert: (records: RecordTexts) => Records) {
  const collections = [...context.state.listCollections()].map((collection): [string, Records] => [
    collection.name,
    convert(collection.copy()),
  ])
  const clock = convert([['it', JSON.stringify(readClockNow(context))]])
  return {
    format: snapshotFormat,
    version: snapshotVersion,
    account: context.id,
    seed: context.seed,
    ids_of: context.id,
    collections: { ...Object.fromEntries(collections), clock },
  } as const
}

/**
 * Returns a clock record with the current time, from which a loaded snapshot continues. Loading ignores its real time
 * `baseRealMs`, so that is 0.
 */
function readClockNow({ clock }: Context): ClockRecord {
  return { mode: clock.mode, rate: clock.rate, baseMs: clock.now(), baseRealMs: 0 }
}

/**
 * Replaces the whole state of an account by a snapshot, also its clock. The steps build the new state apart from the
 * account, and the last step replaces the old state. If another account has a key of the snapshot, the account keeps its
 * current keys instead. New ids are drawn from the snapshot's seed and the account's id.
 */
export function* loadSnapshotInSteps(
  simulator: Simulator,
  id: string,
  { seed, collections }: SnapshotState,
): Generator<void, Context> {
  return yield* simulator.replaceAccount(id, {
    seed,
    *fill({ state }) {
      for (const [name, records] of Object.entries(collections)) {
        const collection = state.findCollection(name)
        for (const [key, value] of records instanceof Map ? records : Object.entries(records)) {
          collection?.setWithJson(key, { value, json: JSON.stringify(value) })
          yield
        }
      }
    },
    complete: ({ state, clock }, before) => {
      if (hasKeyOfOtherAccount(simulator, id, state.keys.values())) {
        state.keys.clear()
        for (const key of before.state.keys.values()) state.keys.set(key.id, key)
      }
      clock.resumeFromSaved()
    },
  })
}

/** Replaces the state of an account by a snapshot at once, for a small snapshot or when no other work waits. */
export function loadSnapshot(simulator: Simulator, id: string, snapshot: SnapshotState): Context {
  const steps = loadSnapshotInSteps(simulator, id, snapshot)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Whether one of the keys belongs to another account, or is reserved for one. */
function hasKeyOfOtherAccount(simulator: Simulator, id: string, keys: Iterable<KeyRecord>): boolean {
  for (const { value } of keys) if (simulator.isKeyOfOtherAccount(value, id)) return true
  return false
}
