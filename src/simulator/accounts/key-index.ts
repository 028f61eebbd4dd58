import type { Context } from './context.ts'
import type { KeyRecord } from './records/keys.ts'

/**
 * Finds the account of a key value. A value belongs to one account at most. The values of an account's first keys stay
 * reserved for it while it exists, because a reset restores them.
 */
export class KeyIndex {
  readonly #holders = new Map<string, { readonly account: string; readonly keyId: string }>()
  readonly #reservedFor = new Map<string, string>()

  /** Adds a key of an account. Throws if its value belongs to another account; callers must check that before. */
  addKey(account: string, key: KeyRecord): void {
    if (this.isHeldByOther(key.value, account))
      throw new Error(`the key ${key.id} belongs to another account`)
    this.#holders.set(key.value, { account, keyId: key.id })
  }

  removeKeysOf({ id, state }: Context): void {
    for (const { value } of state.keys.values()) {
      if (this.#holders.get(value)?.account === id) this.#holders.delete(value)
    }
  }

  /** Returns the account and the id of a key value; undefined for an unknown value. */
  findHolder(value: string): { readonly account: string; readonly keyId: string } | undefined {
    return this.#holders.get(value)
  }

  /** Reserves key values for an account, except values that another account has. */
  reserveValues(account: string, values: readonly string[]): void {
    for (const value of values) if (!this.isHeldByOther(value, account)) this.#reservedFor.set(value, account)
  }

  /** Ends the reservation of key values for an account. */
  releaseValues(account: string, values: readonly string[]): void {
    for (const value of values) if (this.#reservedFor.get(value) === account) this.#reservedFor.delete(value)
  }

  /** Whether a key value belongs to another account than `account`, or is reserved for another. */
  isHeldByOther(value: string, account: string): boolean {
    const holder = this.#holders.get(value)?.account ?? account
    const reservedFor = this.#reservedFor.get(value) ?? account
    return holder !== account || reservedFor !== account
  }

  /** Whether a key value may be given to a new key: no account has it, and it is reserved for none. */
  isFreeValue(value: string): boolean {
    return !this.#holders.has(value) && !this.#reservedFor.has(value)
  }
}
