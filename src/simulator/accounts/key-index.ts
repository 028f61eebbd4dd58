import type { Context } from './context.ts'
import type { KeyRecord } from './records/keys.ts'

/**
 * The way from a key, as a request presents it, to the account it belongs to. A value leads to one account, and the values
 * that an account was created with are kept free for it while it lives: a reset gives them back.
 */
export class KeyIndex {
  readonly #places = new Map<string, { readonly account: string; readonly keyId: string }>()
  readonly #keptFor = new Map<string, string>()

  /** Throws for a value that belongs to another account: whoever adds a key has to ask first. */
  add(account: string, key: KeyRecord): void {
    if (this.isOthers(key.value, account)) throw new Error(`the key ${key.id} belongs to another account`)
    this.#places.set(key.value, { account, keyId: key.id })
  }

  removeAll({ id, state }: Context): void {
    for (const { value } of state.keys.values()) {
      if (this.#places.get(value)?.account === id) this.#places.delete(value)
    }
  }

  /** Whose key this is, and under which id; undefined for a key nobody has. */
  find(value: string): { readonly account: string; readonly keyId: string } | undefined {
    return this.#places.get(value)
  }

  /** Keeps values free for the account they were first given to. */
  keepFor(account: string, values: readonly string[]): void {
    for (const value of values) if (!this.isOthers(value, account)) this.#keptFor.set(value, account)
  }

  letGo(account: string, values: readonly string[]): void {
    for (const value of values) if (this.#keptFor.get(value) === account) this.#keptFor.delete(value)
  }

  /** Whether a value is another account's: one it has, or one that a reset gives back to it. */
  isOthers(value: string, account: string): boolean {
    return [this.#places.get(value)?.account, this.#keptFor.get(value)].some(
      (owner) => owner !== undefined && owner !== account,
    )
  }

  /** Whether nobody has a value, and it is kept free for nobody. */
  isFree(value: string): boolean {
    return !this.#places.has(value) && !this.#keptFor.has(value)
  }
}
