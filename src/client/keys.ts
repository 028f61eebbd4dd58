import type { KeyBody, NewKeyBody } from '../simulator/bodies/control/keys.ts'
import type { Environment } from '../simulator/specification/model.ts'
import type { Scope } from '../simulator/specification/scopes.ts'
import type { Control } from './http/control.ts'
import { objectInput } from './http/object-input.ts'

/** The settings of a new key (specification, API key). */
export interface KeyInput {
  /** `test` for the sandbox, `live` for production. */
  readonly environment: Environment
  /** All scopes by default. */
  readonly scopes?: readonly Scope[]
  /** When it expires, ISO 8601, by the account's clock; by default never. */
  readonly expires_at?: string
}

/** Creates, lists and revokes the account's keys. */
export interface AccountKeys {
  /**
   * Creates a key and returns it with its value, which no other call shows. Rejects with a DrydockError for an unknown
   * scope.
   */
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
