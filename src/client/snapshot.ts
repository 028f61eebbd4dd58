import type { ControlCaller } from './http/control.ts'
import { requireObject } from './http/object-input.ts'

/** An account's whole state as one JSON document, for `snapshot.load`. */
export type SnapshotBody = Readonly<Record<string, unknown>>

/** Saves the account's whole state as a document, and restores it. */
export interface AccountSnapshot {
  /** Returns the account's whole state. */
  save(): Promise<SnapshotBody>
  /** Replaces all state of the account with the snapshot, also its clock. */
  load(snapshot: SnapshotBody): Promise<void>
}

/** Returns an object with the calls for the snapshot of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountSnapshot(control: ControlCaller, accountPath: string): AccountSnapshot {
  const path = `${accountPath}/snapshot`
  return {
    save: () => control.fetchJson({ method: 'GET', path, size: 'large' }),
    load: async (snapshot) => {
      const body = requireObject(snapshot, 'snapshot.load', 'the result of snapshot.save()')
      await control.send({ method: 'PUT', path, body, size: 'large' })
    },
  }
}
