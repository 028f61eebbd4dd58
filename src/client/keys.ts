import type { KeyBody, NewKeyBody } from '../simulator/bodies/control/keys.ts'
import type { Environment } from '../simulator/specification/model.ts'
import type { Scope } from '../simulator/specification/scopes.ts'
import type { ControlCaller } from './http/control.ts'
import { requireObject } from './http/object-input.ts'

/** The environment, scopes and expiry of a new key (specification, API key). */
export interface KeyInput {
  /** `test` for the sandbox, `live` for production. */
  readonly environment: Environment
  /** The scopes of the key; every scope by default. */
  readonly scopes?: readonly Scope[]
  /** When the key expires, ISO 8601, on the account's clock; by default never. */
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
  /** Revokes a key by its id; later requests with it get 401. */
  revokeKey(id: string): Promise<void>
}

/** Returns an object with the calls for the keys of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountKeys(control: ControlCaller, accountPath: string): AccountKeys {
  const path = `${accountPath}/keys`
  return {
    createKey: async (input) => {
      const body = requireObject(input, 'createKey', "{ environment: 'test', scopes: ['rates:read'] }")
      return control.fetchJson({ method: 'POST', path, body })
    },
    listKeys: async () => {
      const { keys } = await control.fetchJson<{ readonly keys: readonly KeyBody[] }>({ method: 'GET', path })
      return keys
    },
    revokeKey: (id) => control.send({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}` }),
  }
}
