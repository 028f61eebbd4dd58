import type { KeyBody, NewKeyBody } from '../simulator/bodies/control/keys.ts'
import type { Environment } from '../simulator/specification/model.ts'
import type { Scope } from '../simulator/specification/scopes.ts'
import type { Control } from './http/control.ts'
import { objectInput } from './http/object-input.ts'

export interface KeyInput {
  readonly environment: Environment
  /** All scopes by default. */
  readonly scopes?: readonly Scope[]
  readonly expires_at?: string
}

export interface AccountKeys {
  createKey(input: KeyInput): Promise<NewKeyBody>
  /** Returns all keys, without their values. */
  listKeys(): Promise<readonly KeyBody[]>
  /** Revokes a key from now on. */
  revokeKey(id: string): Promise<void>
}

/** Returns the keys of the account at path `account`; makes no call. */
export function openKeys(control: Control, account: string): AccountKeys {
  const path = `${account}/keys`
  return {
    createKey: async (input) => {
      const body = objectInput(input, 'createKey', "{ environment: 'test', scopes: ['rates:read'] }")
      return control.ask({ method: 'POST', path, body })
    },
    listKeys: async () => {
      const { keys } = await control.ask<{ readonly keys: readonly KeyBody[] }>({ method: 'GET', path })
      return keys
    },
    revokeKey: (id) => control.tell({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}` }),
  }
}
