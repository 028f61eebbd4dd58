import type { CarrierAccountBody } from '../simulator/bodies/carrier-accounts.ts'
import type { CarrierName, Known } from '../simulator/specification/model.ts'
import type { ControlCaller } from './http/control.ts'
import { requireObject } from './http/object-input.ts'

/** A carrier account to connect. */
export interface CarrierAccountInput {
  /** The carrier, in any letter case. */
  readonly carrier: Known<CarrierName>
  /** The account's name in lists; by default the carrier's name and `account`, as in `UPS account`. */
  readonly nickname?: string
  /** Whether the carrier accepts the credentials: `valid` (default) or `rejected`. */
  readonly credentials?: 'valid' | 'rejected'
}

/** The client's own carrier accounts (BYOA: bring your own account). */
export interface AccountCarriers {
  /** Returns the connected carrier accounts, oldest first. */
  list(): Promise<readonly CarrierAccountBody[]>
  /**
   * Connects a carrier account, so that rates responses have its rates too. Rejects with a DrydockError for an
   * unknown carrier.
   */
  connect(input: CarrierAccountInput): Promise<CarrierAccountBody>
  /** Disconnects a carrier account by its id. Rejects with a DrydockError if there is none. */
  disconnect(id: string): Promise<void>
}

/** Returns an object with the calls for the carrier accounts of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountCarriers(control: ControlCaller, accountPath: string): AccountCarriers {
  const path = `${accountPath}/carrier-accounts`
  return {
    list: async () => {
      const { carrier_accounts } = await control.fetchJson<{
        readonly carrier_accounts: readonly CarrierAccountBody[]
      }>({ method: 'GET', path })
      return carrier_accounts
    },
    connect: async (input) => {
      const body = requireObject(input, 'carriers.connect', "{ carrier: 'UPS' }")
      return control.fetchJson({ method: 'POST', path, body })
    },
    disconnect: (id) => control.send({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}` }),
  }
}
