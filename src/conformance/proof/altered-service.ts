import { createServer } from 'node:http'
import {
  type WireDelivery,
  type WireRequest,
  type WireResponse,
  withSignedBody,
} from '../../variations/wire.ts'
import type { Alteration, Wire } from './mutant.ts'
import { HarnessWebhooks } from './proxy/hooks.ts'
import { listenLocally, readRequest, removeConnectionHeaders, sendResponse } from './proxy/http.ts'
import { KnownAccounts, parseControlCall } from './proxy/seen-accounts.ts'
import { Upstream } from './proxy/upstream.ts'

/** A correct service behind a proxy that alters its messages, so that it becomes a broken service or a variation. */
export interface AlteredService {
  readonly baseUrl: string
  /** Returns how often the proxy has changed a message. */
  readonly countChanges: () => number
  close(): Promise<void>
}

/** Starts a proxy that applies an alteration to the messages of the correct service at `upstreamUrl`. */
export async function openAlteredService(
  upstreamUrl: string,
  alteration: Alteration,
): Promise<AlteredService> {
  const upstream = new Upstream(upstreamUrl)
  const proxy = new AlteringProxy(upstream, alteration)
  const server = createServer((incoming, outgoing) => {
    readRequest(incoming)
      .then((request) => proxy.respond(request))
      .then(
        (response) => sendResponse(outgoing, response),
        () => outgoing.destroy(),
      )
  })
  upstream.publicUrl = await listenLocally(server)
  return {
    baseUrl: upstream.publicUrl,
    countChanges: () => proxy.changeCount,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await upstream.close()
    },
  }
}

/** Passes requests to the correct service and its responses back. The alteration can change both. */
class AlteringProxy {
  readonly #upstream: Upstream
  readonly #alteration: Alteration
  readonly #accounts = new KnownAccounts()
  readonly #hooks = new HarnessWebhooks()
  readonly #wire: Wire
  changeCount = 0

  constructor(upstream: Upstream, alteration: Alteration) {
    this.#upstream = upstream
    this.#alteration = alteration
    this.#wire = {
      upstream: (request) => upstream.send(request),
      control: (method, path, body) => upstream.control(method, path, body),
      accountOf: (request) => this.#accounts.accountOf(request),
      advancedMs: (account) => this.#accounts.advancedMs(account),
      emit: (account, event) => this.#emit(account, event),
      get baseUrl() {
        return upstream.publicUrl
      },
    }
  }

  async respond(request: WireRequest): Promise<WireResponse> {
    if (HarnessWebhooks.isDelivery(request)) return this.#passDelivery(request)
    if (request.path.startsWith('/_drydock')) return this.#passControl(request)
    const replaced = this.#countChange(await this.#alteration.request?.(request, this.#wire))
    if (replaced !== undefined && 'status' in replaced) return replaced
    const sent = replaced ?? request
    const response = await this.#upstream.send(sent).catch(async (error: unknown) => {
      await this.#alteration.lost?.(sent, this.#wire)
      throw error
    })
    return this.#countChange(await this.#alteration.response?.(response, sent, this.#wire)) ?? response
  }

  /** Counts a change of a message if the value is not undefined, and returns the value. */
  #countChange<Changed>(changed: Changed | undefined): Changed | undefined {
    if (changed !== undefined) this.changeCount += 1
    return changed
  }

  async #passControl(request: WireRequest): Promise<WireResponse> {
    const changedRequest = this.#alteration.controlRequest?.(request)
    const response = await this.#sendControlCall(changedRequest ?? request)
    await this.#alteration.controlled?.(request, response, this.#wire)
    const changed = this.#alteration.controlResponse?.(response, request)
    // If both the request and the response of a call are changed, they count as one change.
    if (changedRequest !== undefined || changed !== undefined) this.changeCount += 1
    return changed ?? response
  }

  /**
   * Passes a control-protocol call to the correct service, and stores new accounts and clock moves. Replaces a
   * webhook URL, so that deliveries come to the proxy first.
   */
  async #sendControlCall(request: WireRequest): Promise<WireResponse> {
    const upstream = this.#upstream
    const { account, call } = parseControlCall(request)
    if (request.method === 'PUT' && call === 'webhook') {
      return this.#hooks.setWebhook(request, {
        baseUrl: upstream.publicUrl,
        send: (replaced) => upstream.send(replaced),
      })
    }
    const response = await upstream.send(request)
    this.#accounts.noteControlCall(request, response)
    if (call === 'clock/advance' && (await this.#alteration.advanced?.(account, this.#wire)) === true) {
      this.changeCount += 1
    }
    return response
  }

  /** Passes a webhook delivery to the harness, and the status of the harness's reply back to the service. */
  async #passDelivery(request: WireRequest): Promise<WireResponse> {
    const hook = this.#hooks.findWebhook(request)
    if (hook === undefined) return createEmptyResponse(410)
    const body = this.#upstream.withOwnLinks(request.body)
    const headers = removeConnectionHeaders(request.headers)
    const delivery = withSignedBody({ headers, body, secret: hook.secret }, body)
    const changed = this.#countChange(await this.#alteration.webhook?.(delivery, this.#wire))
    const status = await this.#deliverAll(hook.url, changed ?? [delivery])
    const changedStatus = this.#countChange(this.#alteration.reply?.(status, delivery)) ?? status
    if (changedStatus === 0)
      throw new Error(
        "The harness's webhook receiver cut the connection, so the proxy cuts its connection, too.",
      )
    return createEmptyResponse(changedStatus)
  }

  /**
   * Sends webhook deliveries to the harness. Resolves with the status of the last reply: 0 if the connection was cut,
   * 200 if there are no deliveries.
   */
  async #deliverAll(url: string, deliveries: readonly WireDelivery[]): Promise<number> {
    let status = 200
    for (const delivery of deliveries) status = await this.#upstream.deliver(url, delivery).catch(() => 0)
    return status
  }

  /** Sends a webhook event that the correct service did not send, signed as the service would sign it. */
  async #emit(account: string | undefined, event: unknown): Promise<void> {
    const hook = this.#hooks.findLastOfAccount(account)
    if (hook === undefined) return
    const body = Buffer.from(JSON.stringify(event))
    const headers = { 'content-type': 'application/json' }
    const signed = withSignedBody({ headers, body, secret: hook.secret }, body)
    // Like the service, the proxy ignores a webhook receiver that cuts the connection.
    await this.#upstream.deliver(hook.url, signed).catch(() => undefined)
  }
}

function createEmptyResponse(status: number): WireResponse {
  return { status, headers: {}, body: Buffer.alloc(0) }
}
