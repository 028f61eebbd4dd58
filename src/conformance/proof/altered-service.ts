import { createServer } from 'node:http'
import {
  type WireDelivery,
  type WireRequest,
  type WireResponse,
  withSignedBody,
} from '../../variations/wire.ts'
import type { Alteration, Wire } from './mutant.ts'
import { Hooks } from './proxy/hooks.ts'
import { listenLocally, readRequest, sendResponse, withoutHopHeaders } from './proxy/http.ts'
import { controlCallOf, SeenAccounts } from './proxy/seen-accounts.ts'
import { Upstream } from './proxy/upstream.ts'

/** A good service with an alteration in front of it, which changes what goes over the wire. */
export interface AlteredService {
  readonly baseUrl: string
  /** How often the alteration has changed something. */
  readonly applied: () => number
  close(): Promise<void>
}

/** Opens a proxy with an alteration in front of the good service at `upstreamUrl`. */
export async function openAlteredService(
  upstreamUrl: string,
  alteration: Alteration,
): Promise<AlteredService> {
  const upstream = new Upstream(upstreamUrl)
  const proxy = new AlteringProxy(upstream, alteration)
  const server = createServer((incoming, outgoing) => {
    readRequest(incoming)
      .then((request) => proxy.answer(request))
      .then(
        (response) => sendResponse(outgoing, response),
        () => outgoing.destroy(),
      )
  })
  upstream.publicUrl = await listenLocally(server)
  return {
    baseUrl: upstream.publicUrl,
    applied: () => proxy.applied,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await upstream.close()
    },
  }
}

/** Passes requests to the good service and responses back. The alteration may change both. */
class AlteringProxy {
  readonly #upstream: Upstream
  readonly #alteration: Alteration
  readonly #accounts = new SeenAccounts()
  readonly #hooks = new Hooks()
  readonly #wire: Wire
  applied = 0

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

  async answer(request: WireRequest): Promise<WireResponse> {
    if (Hooks.isDelivery(request)) return this.#passDelivery(request)
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

  /** Counts a change, if there was one. */
  #countChange<Changed>(changed: Changed | undefined): Changed | undefined {
    if (changed !== undefined) this.applied += 1
    return changed
  }

  async #passControl(request: WireRequest): Promise<WireResponse> {
    const asked = this.#alteration.controlRequest?.(request)
    const response = await this.#carryOut(asked ?? request)
    await this.#alteration.controlled?.(request, response, this.#wire)
    const changed = this.#alteration.controlResponse?.(response, request)
    // A call whose request and response are both changed counts once.
    if (asked !== undefined || changed !== undefined) this.applied += 1
    return changed ?? response
  }

  /** Passes a control call on and learns from it. A webhook URL is replaced, so that deliveries come here first. */
  async #carryOut(request: WireRequest): Promise<WireResponse> {
    const upstream = this.#upstream
    const { account, call } = controlCallOf(request)
    if (request.method === 'PUT' && call === 'webhook') {
      return this.#hooks.set(request, {
        baseUrl: upstream.publicUrl,
        send: (replaced) => upstream.send(replaced),
      })
    }
    const response = await upstream.send(request)
    this.#accounts.note(request, response)
    if (call === 'clock/advance' && (await this.#alteration.advanced?.(account, this.#wire)) === true) {
      this.applied += 1
    }
    return response
  }

  /** Passes a webhook delivery on to the harness, and its response back. */
  async #passDelivery(request: WireRequest): Promise<WireResponse> {
    const hook = this.#hooks.find(request)
    if (hook === undefined) return emptyResponse(410)
    const body = this.#upstream.withOwnLinks(request.body)
    const headers = withoutHopHeaders(request.headers)
    const delivery = withSignedBody({ headers, body, secret: hook.secret }, body)
    const changed = this.#countChange(await this.#alteration.webhook?.(delivery, this.#wire))
    const status = await this.#deliverAll(hook.url, changed ?? [delivery])
    const told = this.#countChange(this.#alteration.reply?.(status, delivery)) ?? status
    if (told === 0) throw new Error('The inbox cut the connection, and so it is cut here.')
    return emptyResponse(told)
  }

  /** Sends deliveries. Resolves with the status of the last one: 0 if the connection was cut, 200 if there are none. */
  async #deliverAll(url: string, deliveries: readonly WireDelivery[]): Promise<number> {
    let status = 200
    for (const delivery of deliveries) status = await this.#upstream.deliver(url, delivery).catch(() => 0)
    return status
  }

  /** Sends an event that the good service did not send, signed as it would sign it. */
  async #emit(account: string | undefined, event: unknown): Promise<void> {
    const hook = this.#hooks.lastOfAccount(account)
    if (hook === undefined) return
    const body = Buffer.from(JSON.stringify(event))
    const headers = { 'content-type': 'application/json' }
    const signed = withSignedBody({ headers, body, secret: hook.secret }, body)
    // If the receiver cuts the connection, the service ignores it.
    await this.#upstream.deliver(hook.url, signed).catch(() => undefined)
  }
}

function emptyResponse(status: number): WireResponse {
  return { status, headers: {}, body: Buffer.alloc(0) }
}
