import { isObject } from '../wire/fields.ts'
import { jsonOf, type WireRequest, type WireResponse } from './wire.ts'

/** A call of the control protocol: the account it is about, and what stands behind that in the path. */
export interface ControlCall {
  readonly account: string
  readonly call: string
}

/** Both are empty for a call that is about no account. */
export function controlCallOf({ path }: WireRequest): ControlCall {
  const [, account = '', call = ''] = /^\/_drydock\/accounts\/([^/]+)\/?(.*)$/.exec(path) ?? []
  return { account, call }
}

/** What control calls have shown of the good service's accounts: whose keys are whose, and whose clock was moved. */
export class SeenAccounts {
  readonly #accountOfKey = new Map<string, string>()
  readonly #advancedMs = new Map<string, number>()

  /** The account of the key that a request was sent with; undefined where it is not known. */
  accountOf({ headers }: WireRequest): string | undefined {
    return this.#accountOfKey.get((headers['authorization'] ?? '').replace(/^Bearer /, ''))
  }

  /** How far the clock of an account was moved. */
  advancedMs(account: string | undefined): number {
    return this.#advancedMs.get(account ?? '') ?? 0
  }

  /** Learns from a control call that was answered. */
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
