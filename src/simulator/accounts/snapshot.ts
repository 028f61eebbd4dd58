import type { Simulator } from '../simulator.ts'
import type { Context } from './context.ts'
import type { ClockRecord } from './records/clock.ts'
import type { KeyRecord } from './records/keys.ts'

export const snapshotFormat = 'drydock-snapshot'
export const snapshotVersion = 1

/** The whole state of an account as one document. */
export interface Snapshot {
  readonly format: typeof snapshotFormat
  readonly version: typeof snapshotVersion
  readonly account: string
  readonly seed: string
  /** The account's id again. It is unused, but existing snapshots have it. */
  readonly ids_of: string
  readonly collections: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The state that replaces an account's: the records of each collection by id. */
interface SnapshotState {
  readonly seed: string
  readonly collections: Readonly<
    Record<string, Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>>
  >
}

/** Copies the account's state; the caller may change the copy. */
export function takeSnapshot(context: Context): Snapshot {
  return copyState(context, (records) =>
    Object.fromEntries(Array.from(records, ([id, json]) => [id, JSON.parse(json)])),
  )
}

/** The ids and JSON texts of a collection's records. */
type RecordTexts = Iterable<readonly [id: string, json: string]>

/**
 * Copies the state as it is now, with `present` applied to the records of each collection. For an account of any size it
 * takes little time unless `present` reads them.
 */
export function copyState<Records>(context: Context, present: (records: RecordTexts) => Records) {
  const collections = [...context.state.collections()].map((collection): [string, Records] => [
    collection.name,
    present(collection.copy()),
  ])
  const clock = present([['it', JSON.stringify(readPresentClock(context))]])
  return {
    format: snapshotFormat,
    version: snapshotVersion,
    account: context.id,
    seed: context.seed,
    ids_of: context.id,
    collections: { ...Object.fromEntries(collections), clock },
  } as const
}

/** Stores the clock's present time, from which a load continues. Nothing reads the real time, which is 0. */
function readPresentClock({ clock }: Context): ClockRecord {
  return { mode: clock.mode, rate: clock.rate, baseMs: clock.now(), baseRealMs: 0 }
}

/**
 * Replaces all state of an account, also its clock. The new state is made in steps, apart from the account,
 * and replaces the old one in the last step. If another account has a key of the snapshot, the account keeps
 * its present keys and the snapshot's keys are ignored. New ids are drawn from the snapshot's seed and the
 * account's id.
 */
export function* putSnapshot(
  simulator: Simulator,
  id: string,
  { seed, collections }: SnapshotState,
): Generator<void, Context> {
  return yield* simulator.replaceAccount(id, {
    seed,
    *fill({ state }) {
      for (const [name, records] of Object.entries(collections)) {
        const collection = state.collection(name)
        for (const [key, value] of records instanceof Map ? records : Object.entries(records)) {
          collection?.put(key, { value, json: JSON.stringify(value) })
          yield
        }
      }
    },
    complete: ({ state, clock }, before) => {
      if (isAnyTaken(simulator, id, state.keys.values())) {
        state.keys.clear()
        for (const key of before.state.keys.values()) state.keys.set(key.id, key)
      }
      clock.resumeFromSaved()
    },
  })
}

/** Puts all records at once, for a small snapshot or when no other work waits. */
export function loadSnapshot(simulator: Simulator, id: string, snapshot: SnapshotState): Context {
  const steps = putSnapshot(simulator, id, snapshot)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

function isAnyTaken(simulator: Simulator, id: string, keys: Iterable<KeyRecord>): boolean {
  for (const { value } of keys) if (simulator.isOthersKey(value, id)) return true
  return false
}
