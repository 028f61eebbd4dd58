import { Agent, request as sendRequest } from 'undici'
import type { WireDelivery, WireRequest, WireResponse } from '../../../variations/wire.ts'
import { flattenHeaders, parseMethod, removeConnectionHeaders } from './http.ts'

/** Passes the requests of the harness to the correct service, and the service's webhook deliveries to the harness. */
export class Upstream {
  readonly #url: string
  readonly #agent = new Agent({ connections: 64 })
  /** The URL of the proxy, which replaces the URL of the correct service in links. */
  publicUrl = ''

  constructor(url: string) {
    this.#url = url
  }

  /** Sends a request to the correct service, with the proxy's host in the header `Host`. */
  async send(request: WireRequest): Promise<WireResponse> {
    const answer = await sendRequest(`${this.#url}${request.path}`, {
      dispatcher: this.#agent,
      method: parseMethod(request.method),
      headers: { ...removeConnectionHeaders(request.headers), host: new URL(this.publicUrl).host },
      body: request.body.length === 0 ? null : request.body,
    })
    const body = Buffer.from(await answer.body.arrayBuffer())
    return {
      status: answer.statusCode,
      headers: removeConnectionHeaders(flattenHeaders(answer.headers)),
      body: this.withOwnLinks(body),
    }
  }

  /** Sends a control-protocol call to the correct service. `path` is below `/_drydock`. Resolves with the parsed body. */
  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await sendRequest(`${this.#url}/_drydock${path}`, {
      dispatcher: this.#agent,
      method: parseMethod(method),
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.body.text()
    return text === '' ? undefined : JSON.parse(text)
  }

  /** Sends a webhook delivery to a URL. Resolves with the status of the reply. */
  async deliver(url: string, { method, headers, body }: WireDelivery): Promise<number> {
    const answer = await sendRequest(url, {
      dispatcher: this.#agent,
      method: method ?? 'POST',
      headers: { ...headers },
      body,
    })
    await answer.body.dump()
    return answer.statusCode
  }

  /** Returns a body in which links to the correct service lead to the proxy. */
  withOwnLinks(body: Buffer): Buffer {
    if (!body.includes(this.#url)) return body
    return Buffer.from(body.toString('utf8').replaceAll(this.#url, this.publicUrl))
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }
}
