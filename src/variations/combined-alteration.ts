import type { WireAlteration } from './alteration.ts'
import type { WireDelivery, WireRequest, WireResponse } from './wire.ts'

/** Passes a value through a hook of each alteration, and notes which have changed it. */
export class HookChain<Each extends WireAlteration = WireAlteration> {
  /** How often each alteration has changed something. */
  readonly applied: number[]
  readonly #alterations: readonly Each[]

  constructor(alterations: readonly Each[]) {
    this.#alterations = alterations
    this.applied = alterations.map(() => 0)
  }

  /** Notes that an alteration has changed something. */
  count(index: number): void {
    this.applied[index] = (this.applied[index] ?? 0) + 1
  }

  /** Gives the changed value, or undefined if no alteration has changed it. */
  pass<Value>(value: Value, hook: (alteration: Each, value: Value) => Value | undefined): Value | undefined {
    let changed: Value | undefined
    for (const [index, alteration] of this.#alterations.entries()) {
      const next = hook(alteration, changed ?? value)
      if (next === undefined) continue
      this.count(index)
      changed = next
    }
    return changed
  }

  async passAsync<Value>(
    value: Value,
    hook: (alteration: Each, value: Value) => Promise<Value | undefined> | Value | undefined,
  ): Promise<Value | undefined> {
    let changed: Value | undefined
    for (const [index, alteration] of this.#alterations.entries()) {
      const next = await hook(alteration, changed ?? value)
      if (next === undefined) continue
      this.count(index)
      changed = next
    }
    return changed
  }
}

/** Combines the hooks of a chain of alterations. A response that one gives in place of the service's is passed to no other. */
export function combineHooks(chain: HookChain): Required<WireAlteration> {
  return {
    request: (request, wire) =>
      chain.passAsync<WireRequest | WireResponse>(request, (each, current) =>
        'status' in current ? undefined : each.request?.(current, wire),
      ),
    response: (response, request, wire) =>
      chain.passAsync(response, (each, current) => each.response?.(current, request, wire)),
    webhook: (delivery, wire) =>
      chain.passAsync<readonly WireDelivery[]>([delivery], async (each, current) => {
        const all = await Promise.all(current.map((one) => each.webhook?.(one, wire)))
        if (all.every((some) => some === undefined)) return undefined
        return all.flatMap((some, index) => some ?? current.slice(index, index + 1))
      }),
    controlRequest: (request) => chain.pass(request, (each, current) => each.controlRequest?.(current)),
    controlResponse: (response, request) =>
      chain.pass(response, (each, current) => each.controlResponse?.(current, request)),
  }
}
