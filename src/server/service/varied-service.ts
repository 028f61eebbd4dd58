import { combineHooks, HookChain } from '../../variations/combined-alteration.ts'
import { errorOf } from '../../variations/json-responses.ts'
import type { OfferedVariation } from '../../variations/offered.ts'
import { headerOf, type WireDelivery, type WireRequest, type WireResponse } from '../../variations/wire.ts'
import type { PreparedResponse } from '../http/prepared-response.ts'

/**
 * Applies variations, with which the service responds as a different conformant service would. It changes requests
 * before the simulator reads them, and responses before the client gets them.
 */
export class VariedService {
  readonly variations: readonly OfferedVariation[]
  readonly #chain: HookChain
  readonly #hooks: ReturnType<typeof combineHooks>
  /** The variations for control calls. Their changes are not counted: no client of the service makes control calls. */
  readonly #controlHooks: ReturnType<typeof combineHooks>

  constructor(variations: readonly OfferedVariation[]) {
    this.variations = variations
    const alterations = variations.map((each) => each.open())
    this.#chain = new HookChain(alterations)
    this.#hooks = combineHooks(this.#chain)
    this.#controlHooks = combineHooks(new HookChain(alterations))
  }

  /** Lists how often each variation has changed a request or a response. */
  applied(): readonly { readonly id: string; readonly times: number }[] {
    return this.variations.map(({ id }, index) => ({ id, times: this.#chain.changeCounts[index] ?? 0 }))
  }

  /** Returns a request with the changes that the simulator is to see. */
  async changeRequest(request: WireRequest): Promise<WireRequest> {
    const changed = await this.#hooks.request(request, nobody)
    if (changed === undefined) return request
    // Variations that users can choose never respond in place of the service; a test of the catalogue of variations
    // checks that.
    if ('status' in changed) throw new Error('An offered variation responds instead of the service.')
    return changed
  }

  /** Returns a response with the changes that the client is to see. */
  async changeResponse(
    response: PreparedResponse,
    request: WireRequest,
    account: string,
  ): Promise<PreparedResponse> {
    const changed = await this.#hooks.response(toWireResponse(response), request, {
      accountOf: () => account,
    })
    return changed === undefined ? response : toPreparedResponse(changed, response)
  }

  /** Returns the webhook attempts to make instead of this one. */
  async changeDelivery(delivery: WireDelivery): Promise<readonly WireDelivery[]> {
    return (await this.#hooks.webhook(delivery, nobody)) ?? [delivery]
  }

  /** Returns the JSON of a control response with the ids and names that clients know. */
  changeControlJson(json: string): string {
    const asked = { method: 'GET', path: '/', operation: undefined, headers: {}, body: Buffer.alloc(0) }
    const response = { status: 200, headers: {}, body: Buffer.from(json) }
    return (this.#controlHooks.controlResponse(response, asked) ?? response).body.toString('utf8')
  }

  /** Returns the path and the body of a control call with the simulator's own ids and names. */
  restoreControlRequest(
    path: string,
    body: Uint8Array,
  ): { readonly path: string; readonly body: Uint8Array } {
    const asked = { method: 'POST', path, operation: undefined, headers: {}, body: Buffer.from(body) }
    return this.#controlHooks.controlRequest(asked) ?? { path, body }
  }
}

/** Returns the ids of a server's variations; none without variations. */
export function listVariationIds({
  varied,
}: {
  readonly varied: VariedService | undefined
}): readonly string[] {
  return varied?.variations.map(({ id }) => id) ?? []
}

const nobody = { accountOf: () => undefined }

function toWireResponse({ status, headers, body }: PreparedResponse): WireResponse {
  const named: Record<string, string> = {}
  for (let at = 0; at < headers.length; at += 2) named[headers[at] ?? ''] = headers[at + 1] ?? ''
  return { status, headers: named, body: Buffer.from(body ?? '') }
}

function toPreparedResponse(changed: WireResponse, old: PreparedResponse): PreparedResponse {
  const { status, headers, body } = changed
  return {
    status,
    headers: Object.entries(headers).flat(),
    body: old.body === null ? null : typeof old.body === 'string' ? body.toString('utf8') : body,
    errorCode: old.errorCode === null ? null : String(errorOf(changed)?.['code'] ?? old.errorCode),
    ...(headerOf(changed, 'transfer-encoding') !== undefined && { isChunked: true }),
  }
}
