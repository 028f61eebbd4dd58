import { isObject } from '../wire/fields.ts'
import { controlCallOf } from './seen-accounts.ts'
import { jsonOf, type WireRequest, type WireResponse } from './wire.ts'

const prefix = '/__hook/'

/** A webhook of the harness: its URL, and the secret that the good service signs with. */
export interface Hook {
  readonly url: string
  secret: string
}

/** Webhooks that are led through the altered service: the good one is told an address here, with a token for each. */
export class Hooks {
  readonly #byToken = new Map<string, Hook>()
  readonly #ofAccount = new Map<string, Hook>()

  /** Whether a request is a webhook on its way to the harness. */
  static leadsHere({ path }: WireRequest): boolean {
    return path.startsWith(prefix)
  }

  /** The webhook a delivery is for; undefined for one that nobody has set. */
  find({ path }: WireRequest): Hook | undefined {
    return this.#byToken.get(path.slice(prefix.length))
  }

  /** The webhook that was set last for an account. */
  ofAccount(account: string | undefined): Hook | undefined {
    return this.#ofAccount.get(account ?? '')
  }

  /** Sets a webhook by `send`, with an address at `baseUrl` in the place of the harness's own. */
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
