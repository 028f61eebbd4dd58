import type { WireAlteration } from './alteration.ts'
import type { WireDelivery, WireRequest, WireResponse } from './wire.ts'

/** Passes an HTTP message through the same hook of several alterations in order, and counts how many messages each has changed. */
export class HookChain<Each extends WireAlteration = WireAlteration> {
  /** The number of changes by each alteration, in their order. */
  readonly changeCounts: number[]
  readonly #alterations: readonly Each[]

  constructor(alterations: readonly Each[]) {
    this.#alterations = alterations
    this.changeCounts = alterations.map(() => 0)
  }

  /** Counts a change by the alteration with this index. */
  countChange(index: number): void {
    this.changeCounts[index] = (this.changeCounts[index] ?? 0) + 1
  }

  /** Passes a message through one hook of each alteration. Returns the changed message; undefined if unchanged. */
  passThrough<Value>(
    value: Value,
    hook: (alteration: Each, value: Value) => Value | undefined,
  ): Value | undefined {
    let changed: Value | undefined
    for (const [index, alteration] of this.#alterations.entries()) {
      const next = hook(alteration, changed ?? value)
      if (next === undefined) continue
      this.countChange(index)
      changed = next
    }
    return changed
  }

  /** Passes a value through hooks like `passThrough`, but the hooks may return promises. */
  async passThroughAsync<Value>(
    value: Value,
    hook: (alteration: Each, value: Value) => Promise<Value | undefined> | Value | undefined,
  ): Promise<Value | undefined> {
    let changed: Value | undefined
    for (const [index, alteration] of this.#alterations.entries()) {
      const next = await hook(alteration, changed ?? value)
      if (next === undefined) continue
      this.countChange(index)
      changed = next
    }
    return changed
  }
}

/**
 * Combines the hooks of several alterations into one alteration. If an alteration responds instead of the service, the
 * other alterations do not see its response.
 */
export function combineHooks(chain: HookChain): Required<WireAlteration> {
  return {
    request: (request, wire) =>
      chain.passThroughAsync<WireRequest | WireResponse>(request, (each, current) =>
        'status' in current ? undefined : each.request?.(current, wire),
      ),
    response: (response, request, wire) =>
      chain.passThroughAsync(response, (each, current) => each.response?.(current, request, wire)),
    webhook: (delivery, wire) =>
      chain.passThroughAsync<readonly WireDelivery[]>([delivery], async (each, current) => {
        const all = await Promise.all(current.map((one) => each.webhook?.(one, wire)))
        if (all.every((some) => some === undefined)) return undefined
        return all.flatMap((some, index) => some ?? current.slice(index, index + 1))
      }),
    controlRequest: (request) =>
      chain.passThrough(request, (each, current) => each.controlRequest?.(current)),
    controlResponse: (response, request) =>
      chain.passThrough(response, (each, current) => each.controlResponse?.(current, request)),
  }
}
