import { jsonOf, type WireRequest, type WireResponse } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import { parseControlCall } from './seen-accounts.ts'

const webhookPathPrefix = '/__hook/'

/** A webhook that the harness has set: its URL, and the secret with which the correct service signs. */
export interface HarnessWebhook {
  readonly url: string
  secret: string
}

/** Stores the webhooks that the harness has set. The correct service gets URLs of the proxy instead, each with a token. */
export class HarnessWebhooks {
  readonly #byToken = new Map<string, HarnessWebhook>()
  readonly #lastByAccount = new Map<string, HarnessWebhook>()

  /** Returns true if a request to the proxy is a webhook delivery for the harness. */
  static isDelivery({ path }: WireRequest): boolean {
    return path.startsWith(webhookPathPrefix)
  }

  /** Returns the harness's webhook that a delivery is for; undefined if there is none. */
  findWebhook({ path }: WireRequest): HarnessWebhook | undefined {
    return this.#byToken.get(path.slice(webhookPathPrefix.length))
  }

  /** Returns the webhook that the harness last set for an account. */
  findLastOfAccount(account: string | undefined): HarnessWebhook | undefined {
    return this.#lastByAccount.get(account ?? '')
  }

  /** Passes the call that sets a webhook to `send`, with a URL at `baseUrl` instead of the harness's. Returns the response. */
  async setWebhook(
    request: WireRequest,
    { baseUrl, send }: { readonly baseUrl: string; send(request: WireRequest): Promise<WireResponse> },
  ): Promise<WireResponse> {
    const body = jsonOf(request)
    const hook: HarnessWebhook = { url: isObject(body) ? String(body['url']) : '', secret: '' }
    const token = `${this.#byToken.size}`
    this.#byToken.set(token, hook)
    this.#lastByAccount.set(parseControlCall(request).account, hook)
    const replaced = Buffer.from(JSON.stringify({ url: `${baseUrl}${webhookPathPrefix}${token}` }))
    const response = await send({ ...request, body: replaced })
    const responseBody = jsonOf(response)
    if (isObject(responseBody) && typeof responseBody['signing_secret'] === 'string') {
      hook.secret = responseBody['signing_secret']
    }
    return response
  }
}
