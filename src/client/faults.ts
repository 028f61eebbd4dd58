import type { FaultBody } from '../simulator/bodies/control/faults.ts'
import type { FaultInput } from '../simulator/faults/fault-input.ts'
import type { ControlCaller } from './http/control.ts'
import { requireObject } from './http/object-input.ts'

/** The faults of an account (faults, Which fields does a fault have?). */
export interface AccountFaults {
  /**
   * Adds a fault and returns it with its id. Rejects with a DrydockError, which lists the possible values, if the fault
   * could never trigger.
   */
  add(fault: FaultInput): Promise<FaultBody>
  /** Returns the faults in the order in which they were added, with how often each was triggered. */
  list(): Promise<readonly FaultBody[]>
  /** Removes a fault by its id. Rejects with a DrydockError if there is none. */
  remove(id: string): Promise<void>
  /** Removes all faults. */
  clear(): Promise<void>
}

/** Returns an object with the calls for the faults of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountFaults(control: ControlCaller, accountPath: string): AccountFaults {
  const path = `${accountPath}/faults`
  return {
    add: async (fault) => {
      const body = requireObject(fault, 'faults.add', "{ target: 'carrier:UPS', mode: 'down' }")
      return control.fetchJson({ method: 'POST', path, body })
    },
    list: async () => {
      const { faults } = await control.fetchJson<{ readonly faults: readonly FaultBody[] }>({
        method: 'GET',
        path,
      })
      return faults
    },
    remove: (id) => control.send({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}` }),
    clear: () => control.send({ method: 'DELETE', path }),
  }
}
