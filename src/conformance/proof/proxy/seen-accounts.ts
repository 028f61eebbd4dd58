import { jsonOf, type WireRequest, type WireResponse } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'

/** A control call: its account, and the rest of its path. */
export interface ControlCall {
  readonly account: string
  readonly call: string
}

/** Reads a control call. Both parts are empty if it is about no account. */
export function controlCallOf({ path }: WireRequest): ControlCall {
  const [, account = '', call = ''] = /^\/_drydock\/accounts\/([^/]+)(?:\/(.*))?$/.exec(path) ?? []
  return { account, call }
}

/** Learns from control calls the keys of accounts, and how far their clocks were moved. */
export class SeenAccounts {
  readonly #accountOfKey = new Map<string, string>()
  readonly #advancedMs = new Map<string, number>()

  /** Returns the account of a request's key; undefined if it is unknown. */
  accountOf({ headers }: WireRequest): string | undefined {
    return this.#accountOfKey.get((headers['authorization'] ?? '').replace(/^Bearer /, ''))
  }

  /** Returns how far the clock of an account was moved, in milliseconds. */
  advancedMs(account: string | undefined): number {
    return this.#advancedMs.get(account ?? '') ?? 0
  }

  /** Learns from a control call and its response. */
  note(request: WireRequest, response: WireResponse): void {
    const answer = jsonOf(response)
    if (!isObject(answer)) return
    const { account, call } = controlCallOf(request)
    if (request.path === '/_drydock/accounts') this.#noteAccount(answer)
    if (call === 'keys' && typeof answer['key'] === 'string') this.#accountOfKey.set(answer['key'], account)
    if (call === 'clock/advance') this.#noteAdvance(account, jsonOf(request))
  }

  #noteAccount({ id, keys }: Readonly<Record<string, unknown>>): void {
    if (!isObject(keys) || typeof id !== 'string') return
    for (const key of Object.values(keys)) if (typeof key === 'string') this.#accountOfKey.set(key, id)
  }

  #noteAdvance(account: string, asked: unknown): void {
    const seconds = isObject(asked) ? asked['seconds'] : undefined
    if (typeof seconds === 'number') {
      this.#advancedMs.set(account, this.advancedMs(account) + seconds * 1_000)
    }
  }
}
