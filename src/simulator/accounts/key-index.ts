import type { Context } from './context.ts'
import type { KeyRecord } from './records/keys.ts'

/**
 * Finds the account of a key value. A value belongs to one account at most. The values that an account was
 * created with stay reserved for it while it exists, because a reset gives them back.
 */
export class KeyIndex {
  readonly #places = new Map<string, { readonly account: string; readonly keyId: string }>()
  readonly #keptFor = new Map<string, string>()

  /** Adds a key. Throws if the value belongs to another account: callers have to check first. */
  add(account: string, key: KeyRecord): void {
    if (this.isOthers(key.value, account)) throw new Error(`the key ${key.id} belongs to another account`)
    this.#places.set(key.value, { account, keyId: key.id })
  }

  removeAll({ id, state }: Context): void {
    for (const { value } of state.keys.values()) {
      if (this.#places.get(value)?.account === id) this.#places.delete(value)
    }
  }

  /** Returns the account and the id of a key value; undefined for an unknown value. */
  find(value: string): { readonly account: string; readonly keyId: string } | undefined {
    return this.#places.get(value)
  }

  /** Reserves values for the account that was given them first. */
  reserveFor(account: string, values: readonly string[]): void {
    for (const value of values) if (!this.isOthers(value, account)) this.#keptFor.set(value, account)
  }

  /** Ends the reservation of an account's values. */
  release(account: string, values: readonly string[]): void {
    for (const value of values) if (this.#keptFor.get(value) === account) this.#keptFor.delete(value)
  }

  /** Whether a value belongs to another account, or is reserved for one. */
  isOthers(value: string, account: string): boolean {
    const holder = this.#places.get(value)?.account ?? account
    const reservedFor = this.#keptFor.get(value) ?? account
    return holder !== account || reservedFor !== account
  }

  /** Whether no account has the value, and none has it reserved. */
  isFree(value: string): boolean {
    return !this.#places.has(value) && !this.#keptFor.has(value)
  }
}
