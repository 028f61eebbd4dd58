import type { NamedSnapshotBody } from '../simulator/bodies/control/snapshots.ts'
import type { Control } from './http/control.ts'
import { objectInput } from './http/object-input.ts'
import type { SnapshotBody } from './snapshot.ts'

/** The snapshots that the simulator keeps for the account under names. A reset leaves them. */
export interface AccountSnapshots {
  /**
   * Saves the account's whole state under a name, or a snapshot that was read before. Replaces a snapshot of that
   * name.
   */
  save(name: string, snapshot?: SnapshotBody): Promise<NamedSnapshotBody>
  /** Replaces all state of the account with the snapshot, also its clock. */
  restore(name: string): Promise<void>
  /** Returns the snapshots, the newest first. */
  list(): Promise<readonly NamedSnapshotBody[]>
  /** Returns the document of a snapshot, as `snapshot.save()` does. */
  read(name: string): Promise<SnapshotBody>
  /** Deletes a snapshot by its name. Rejects with a DrydockError if there is none. */
  delete(name: string): Promise<void>
}

/** Returns the named snapshots of the account at path `account`; makes no call. */
export function openSnapshots(control: Control, account: string): AccountSnapshots {
  const path = `${account}/snapshots`
  const pathOf = (name: string): string => `${path}/${encodeURIComponent(name)}`
  return {
    save: async (name, snapshot) => {
      const given = snapshot && { body: objectInput(snapshot, 'snapshots.save', 'what snapshot.save() gave') }
      return control.ask({ method: 'PUT', path: pathOf(name), ...given, size: 'large' })
    },
    restore: (name) => control.tell({ method: 'POST', path: `${pathOf(name)}/restore`, size: 'large' }),
    list: async () =>
      (await control.ask<{ snapshots: NamedSnapshotBody[] }>({ method: 'GET', path })).snapshots,
    read: (name) => control.ask({ method: 'GET', path: pathOf(name), size: 'large' }),
    delete: (name) => control.tell({ method: 'DELETE', path: pathOf(name) }),
  }
}
