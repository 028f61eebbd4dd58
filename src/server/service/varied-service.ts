import { combineHooks, HookChain } from '../../variations/combined-alteration.ts'
import { errorOf } from '../../variations/json-responses.ts'
import type { OfferedVariation } from '../../variations/offered.ts'
import { headerOf, type WireDelivery, type WireRequest, type WireResponse } from '../../variations/wire.ts'
import type { PreparedResponse } from '../http/prepared-response.ts'

/**
 * Applies variations, which make the service respond as another conformant service could. They change requests before
 * the simulator reads them, and responses before the client gets them.
 */
export class VariedService {
  readonly variations: readonly OfferedVariation[]
  readonly #chain: HookChain
  readonly #hooks: ReturnType<typeof combineHooks>
  /** Applies the variations to control calls. These changes are not counted, because clients make no control calls. */
  readonly #controlHooks: ReturnType<typeof combineHooks>

  constructor(variations: readonly OfferedVariation[]) {
    this.variations = variations
    const alterations = variations.map((each) => each.open())
    this.#chain = new HookChain(alterations)
    this.#hooks = combineHooks(this.#chain)
    this.#controlHooks = combineHooks(new HookChain(alterations))
  }

  /** Returns how often each variation has changed a request or a response. */
  countChanges(): readonly { readonly id: string; readonly times: number }[] {
    return this.variations.map(({ id }, index) => ({ id, times: this.#chain.changeCounts[index] ?? 0 }))
  }

  /** Returns a request as the simulator gets it, changed by the variations. */
  async changeRequest(request: WireRequest): Promise<WireRequest> {
    const changed = await this.#hooks.request(request, nobody)
    if (changed === undefined) return request
    // A variation that users can choose leaves every response to the service. A test of all variations checks this.
    if ('status' in changed) throw new Error('A variation responded to a request in place of the service.')
    return changed
  }

  /** Returns a response as the client gets it, changed by the variations. */
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

  /** Returns the webhook attempts that the variations make of one attempt. */
  async changeDelivery(delivery: WireDelivery): Promise<readonly WireDelivery[]> {
    return (await this.#hooks.webhook(delivery, nobody)) ?? [delivery]
  }

  /** Returns the JSON of a control response in which the variations have changed ids and names. */
  changeControlJson(json: string): string {
    const asked = { method: 'GET', path: '/', operation: undefined, headers: {}, body: Buffer.alloc(0) }
    const response = { status: 200, headers: {}, body: Buffer.from(json) }
    return (this.#controlHooks.controlResponse(response, asked) ?? response).body.toString('utf8')
  }

  /** Returns the path and body of a control call, with the simulator's own ids and names in place of varied ones. */
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
