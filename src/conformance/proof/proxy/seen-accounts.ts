import { jsonOf, type WireRequest, type WireResponse } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'

/** The account in the path of a control-protocol call, and the rest of the path. */
export interface ControlCall {
  readonly account: string
  readonly call: string
}

/** Returns the account and the rest of the path of a control-protocol call. Both are empty if the path has no account. */
export function parseControlCall({ path }: WireRequest): ControlCall {
  const [, account = '', call = ''] = /^\/_drydock\/accounts\/([^/]+)(?:\/(.*))?$/.exec(path) ?? []
  return { account, call }
}

/** Learns the keys of accounts, and how far their clocks were moved, from the control-protocol calls that pass the proxy. */
export class KnownAccounts {
  readonly #accountOfKey = new Map<string, string>()
  readonly #advancedMs = new Map<string, number>()

  /** Returns the account that a request's key belongs to; undefined if it is unknown. */
  accountOf({ headers }: WireRequest): string | undefined {
    return this.#accountOfKey.get((headers['authorization'] ?? '').replace(/^Bearer /, ''))
  }

  /** Returns how far the harness has moved the clock of an account, in milliseconds. */
  advancedMs(account: string | undefined): number {
    return this.#advancedMs.get(account ?? '') ?? 0
  }

  /** Stores the new keys and the clock moves of a control-protocol call and its response. */
  noteControlCall(request: WireRequest, response: WireResponse): void {
    const body = jsonOf(response)
    if (!isObject(body)) return
    const { account, call } = parseControlCall(request)
    if (request.path === '/_drydock/accounts') this.#noteAccount(body)
    if (call === 'keys' && typeof body['key'] === 'string') this.#accountOfKey.set(body['key'], account)
    if (call === 'clock/advance') this.#noteClockAdvance(account, jsonOf(request))
  }

  #noteAccount({ id, keys }: Readonly<Record<string, unknown>>): void {
    if (!isObject(keys) || typeof id !== 'string') return
    for (const key of Object.values(keys)) if (typeof key === 'string') this.#accountOfKey.set(key, id)
  }

  #noteClockAdvance(account: string, asked: unknown): void {
    const seconds = isObject(asked) ? asked['seconds'] : undefined
    if (typeof seconds === 'number') {
      this.#advancedMs.set(account, this.advancedMs(account) + seconds * 1_000)
    }
  }
}
