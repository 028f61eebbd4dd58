import type { CarrierAccountBody } from '../simulator/bodies/carrier-accounts.ts'
import type { CarrierName, Known } from '../simulator/specification/model.ts'
import type { Control } from './http/control.ts'
import { objectInput } from './http/object-input.ts'

/** A carrier account to connect. */
export interface CarrierAccountInput {
  /** The carrier, in any letter case. */
  readonly carrier: Known<CarrierName>
  /** The name that lists show; by default the carrier and a word, such as `UPS account`. */
  readonly nickname?: string
  /** `valid` (default), or `rejected`: the carrier does not accept them. */
  readonly credentials?: 'valid' | 'rejected'
}

/** Carrier accounts of the client (BYOA). */
export interface AccountCarriers {
  /** Returns the connected carrier accounts, oldest first. */
  list(): Promise<readonly CarrierAccountBody[]>
  /**
   * Connects a carrier account, so that its rates come beside those of the platform. Rejects with a DrydockError for an
   * unknown carrier.
   */
  connect(input: CarrierAccountInput): Promise<CarrierAccountBody>
  /** Disconnects a carrier account by its id. Rejects with a DrydockError if there is none. */
  disconnect(id: string): Promise<void>
}

/** Returns the carrier accounts of the account at path `account`; makes no call. */
export function openCarriers(control: Control, account: string): AccountCarriers {
  const path = `${account}/carrier-accounts`
  return {
    list: async () => {
      const { carrier_accounts } = await control.ask<{
        readonly carrier_accounts: readonly CarrierAccountBody[]
      }>({ method: 'GET', path })
      return carrier_accounts
    },
    connect: async (input) => {
      const body = objectInput(input, 'carriers.connect', "{ carrier: 'UPS' }")
      return control.ask({ method: 'POST', path, body })
    },
    disconnect: (id) => control.tell({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}` }),
  }
}
