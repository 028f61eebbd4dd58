import type { Control } from './http/control.ts'
import { objectInput } from './http/object-input.ts'

/** An account's whole state as one JSON document. Pass it back unchanged. */
export type SnapshotBody = Readonly<Record<string, unknown>>

/** Saves and restores the account's whole state. */
export interface AccountSnapshot {
  /** Returns the account's whole state. */
  save(): Promise<SnapshotBody>
  /** Replaces all state of the account with the snapshot, also its clock. */
  load(snapshot: SnapshotBody): Promise<void>
}

/** Returns the snapshot of the account at path `account`; makes no call. */
export function openSnapshot(control: Control, account: string): AccountSnapshot {
  const path = `${account}/snapshot`
  return {
    save: () => control.ask({ method: 'GET', path, size: 'large' }),
    load: async (snapshot) => {
      const body = objectInput(snapshot, 'snapshot.load', 'what snapshot.save() gave')
      await control.tell({ method: 'PUT', path, body, size: 'large' })
    },
  }
}
