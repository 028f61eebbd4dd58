import type { Json } from '../../../../selftest/builders.ts'
import { controlCallOf } from '../../../../selftest/seen-accounts.ts'
import { jsonOf, type WireRequest, type WireResponse } from '../../../../selftest/wire.ts'
import { isObject } from '../../../../wire/fields.ts'

export const revokedCode = 'AUTH.KEY.REVOKED'

export const expiredCode = 'AUTH.KEY.EXPIRED'

/** What the dashboard was told of keys: their values, scopes and ends. */
export class Issued {
  readonly #keys = new Map<
    string,
    { readonly value: string; readonly json: Json; readonly account: string }
  >()
  /** In the order in which they were revoked, by their values. */
  readonly revoked: string[] = []

  note(request: WireRequest, response: WireResponse): void {
    const { account, call } = controlCallOf(request)
    const json = jsonOf(response)
    if (call === 'keys' && request.method === 'POST' && isObject(json))
      this.#keys.set(String(json['id']), { value: String(json['key']), json, account })
    const id = call.startsWith('keys/') ? call.slice(5) : ''
    const key = this.#keys.get(id)
    if (request.method === 'DELETE' && key !== undefined) this.revoked.push(key.value)
  }

  get(value: string): Json | undefined {
    return [...this.#keys.values()].find((each) => each.value === value)?.json
  }

  /** The key of an account that was made last. */
  newest(account: string): { readonly value: string; readonly json: Json } | undefined {
    return [...this.#keys.values()].filter((each) => each.account === account).at(-1)
  }

  revokedOf(account: string): readonly string[] {
    const own = new Set(
      [...this.#keys.values()].filter((each) => each.account === account).map(({ value }) => value),
    )
    return this.revoked.filter((value) => own.has(value))
  }
}
