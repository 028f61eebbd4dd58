import type { Alteration } from '../mutant.ts'
import type { WireDelivery, WireRequest, WireResponse } from '../wire.ts'

/** Several alterations as one: each hook passes what the one before has made of it. */
export interface CombinedAlteration extends Alteration {
  /** Whether each of them has changed something. */
  areApplied(): readonly boolean[]
}

/** Passes a value through a hook of each alteration, and notes which have changed it. */
class HookChain {
  readonly applied: boolean[]
  readonly #alterations: readonly Alteration[]

  constructor(alterations: readonly Alteration[]) {
    this.#alterations = alterations
    this.applied = alterations.map(() => false)
  }

  /** Gives the changed value, or undefined if no alteration has changed it. */
  pass<Value>(
    value: Value,
    hook: (alteration: Alteration, value: Value) => Value | undefined,
  ): Value | undefined {
    let changed: Value | undefined
    for (const [index, alteration] of this.#alterations.entries()) {
      const next = hook(alteration, changed ?? value)
      if (next === undefined) continue
      this.applied[index] = true
      changed = next
    }
    return changed
  }

  async passAsync<Value>(
    value: Value,
    hook: (alteration: Alteration, value: Value) => Promise<Value | undefined> | Value | undefined,
  ): Promise<Value | undefined> {
    let changed: Value | undefined
    for (const [index, alteration] of this.#alterations.entries()) {
      const next = await hook(alteration, changed ?? value)
      if (next === undefined) continue
      this.applied[index] = true
      changed = next
    }
    return changed
  }
}

/** Combines alterations. A response that one gives in place of the service's is passed to no other. */
export function combineAlterations(alterations: readonly Alteration[]): CombinedAlteration {
  const chain = new HookChain(alterations)
  return {
    areApplied: () => chain.applied,
    request: (request, wire) =>
      chain.passAsync<WireRequest | WireResponse>(request, (each, current) =>
        'status' in current ? undefined : each.request?.(current, wire),
      ),
    response: (response, request, wire) =>
      chain.passAsync(response, (each, current) => each.response?.(current, request, wire)),
    lost: async (request, wire) => {
      for (const each of alterations) await each.lost?.(request, wire)
    },
    webhook: (delivery, wire) =>
      chain.passAsync<readonly WireDelivery[]>([delivery], async (each, current) => {
        const all = await Promise.all(current.map((one) => each.webhook?.(one, wire)))
        if (all.every((some) => some === undefined)) return undefined
        return all.flatMap((some, index) => some ?? current.slice(index, index + 1))
      }),
    controlRequest: (request) => chain.pass(request, (each, current) => each.controlRequest?.(current)),
    controlResponse: (response, request) =>
      chain.pass(response, (each, current) => each.controlResponse?.(current, request)),
    controlled: async (request, response, wire) => {
      for (const each of alterations) await each.controlled?.(request, response, wire)
    },
    advanced: async (account, wire) => {
      const changed = await Promise.all(alterations.map((each) => each.advanced?.(account, wire)))
      for (const [index, isChanged] of changed.entries()) if (isChanged === true) chain.applied[index] = true
      return changed.includes(true)
    },
    reply: (status, delivery) => chain.pass(status, (each, current) => each.reply?.(current, delivery)),
  }
}
