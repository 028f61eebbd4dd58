import type { CarrierAccountBody } from '../simulator/bodies/carrier-accounts.ts'
import type { CarrierName, Known } from '../simulator/specification/model.ts'
import type { Control } from './http/control.ts'
import { objectInput } from './http/object-input.ts'

export interface CarrierAccountInput {
  readonly carrier: Known<CarrierName>
  readonly nickname?: string
  /** `rejected`: the carrier does not accept them. */
  readonly credentials?: 'valid' | 'rejected'
}

/** Carrier accounts of the client (BYOA). */
export interface AccountCarriers {
  list(): Promise<readonly CarrierAccountBody[]>
  connect(input: CarrierAccountInput): Promise<CarrierAccountBody>
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
