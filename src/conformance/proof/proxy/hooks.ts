import { jsonOf, type WireRequest, type WireResponse } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import { controlCallOf } from './seen-accounts.ts'

const prefix = '/__hook/'

/** A webhook that the harness has set: its URL, and the secret that the good service signs with. */
export interface Hook {
  readonly url: string
  secret: string
}

/** The webhooks of the harness. The good service gets addresses of the altered service instead, with a token for each webhook. */
export class Hooks {
  readonly #byToken = new Map<string, Hook>()
  readonly #ofAccount = new Map<string, Hook>()

  /** Whether a request is a delivery for the harness. */
  static isDelivery({ path }: WireRequest): boolean {
    return path.startsWith(prefix)
  }

  /** Finds the webhook of a delivery; undefined if there is none. */
  find({ path }: WireRequest): Hook | undefined {
    return this.#byToken.get(path.slice(prefix.length))
  }

  /** Returns the webhook that was last set for an account. */
  lastOfAccount(account: string | undefined): Hook | undefined {
    return this.#ofAccount.get(account ?? '')
  }

  /** Sets a webhook by `send`, with an address at `baseUrl` instead of that of the harness. */
  async set(
    request: WireRequest,
    { baseUrl, send }: { readonly baseUrl: string; send(request: WireRequest): Promise<WireResponse> },
  ): Promise<WireResponse> {
    const body = jsonOf(request)
    const hook: Hook = { url: isObject(body) ? String(body['url']) : '', secret: '' }
    const token = `${this.#byToken.size}`
    this.#byToken.set(token, hook)
    this.#ofAccount.set(controlCallOf(request).account, hook)
    const replaced = Buffer.from(JSON.stringify({ url: `${baseUrl}${prefix}${token}` }))
    const response = await send({ ...request, body: replaced })
    const answer = jsonOf(response)
    if (isObject(answer) && typeof answer['signing_secret'] === 'string') {
      hook.secret = answer['signing_secret']
    }
    return response
  }
}
