import type { Context } from './context.ts'
import type { KeyRecord } from './records.ts'

/** The way from a key, as a request presents it, to the account it belongs to. */
export class KeyIndex {
  readonly #places = new Map<string, { readonly account: string; readonly keyId: string }>()

  add(account: string, key: KeyRecord): void {
    this.#places.set(key.value, { account, keyId: key.id })
  }

  removeAll({ state }: Context): void {
    for (const { value } of state.keys.values()) this.#places.delete(value)
  }

  /** Whose key this is, and under which id; undefined for a key nobody has. */
  find(value: string): { readonly account: string; readonly keyId: string } | undefined {
    return this.#places.get(value)
  }
}
