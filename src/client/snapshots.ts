import type { NamedSnapshotBody } from '../simulator/bodies/control/snapshots.ts'
import type { ControlCaller } from './http/control.ts'
import { requireObject } from './http/object-input.ts'
import type { SnapshotBody } from './snapshot.ts'

/** The snapshots that the simulator stores for the account under names. A reset of the account does not delete them. */
export interface AccountSnapshots {
  /**
   * Saves the account's whole state under a name. If a `snapshot` is given, saves that document instead. Replaces a
   * snapshot of the same name.
   */
  save(name: string, snapshot?: SnapshotBody): Promise<NamedSnapshotBody>
  /** Replaces all state of the account with the named snapshot, also its clock. */
  restore(name: string): Promise<void>
  /** Returns the snapshots, the newest first. */
  list(): Promise<readonly NamedSnapshotBody[]>
  /** Returns the document of a named snapshot, in the form of `snapshot.save()`. */
  read(name: string): Promise<SnapshotBody>
  /** Deletes a snapshot by its name. Rejects with a DrydockError if there is none. */
  delete(name: string): Promise<void>
}

/** Returns an object with the calls for the named snapshots of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountSnapshots(control: ControlCaller, accountPath: string): AccountSnapshots {
  const path = `${accountPath}/snapshots`
  const pathOf = (name: string): string => `${path}/${encodeURIComponent(name)}`
  return {
    save: async (name, snapshot) => {
      const given = snapshot && {
        body: requireObject(snapshot, 'snapshots.save', 'the result of snapshot.save()'),
      }
      return control.fetchJson({ method: 'PUT', path: pathOf(name), ...given, size: 'large' })
    },
    restore: (name) => control.send({ method: 'POST', path: `${pathOf(name)}/restore`, size: 'large' }),
    list: async () =>
      (await control.fetchJson<{ snapshots: NamedSnapshotBody[] }>({ method: 'GET', path })).snapshots,
    read: (name) => control.fetchJson({ method: 'GET', path: pathOf(name), size: 'large' }),
    delete: (name) => control.send({ method: 'DELETE', path: pathOf(name) }),
  }
}
