import { combineHooks, HookChain } from '../../../variations/combined-alteration.ts'
import type { Alteration } from '../mutant.ts'

/** Several alterations as one: each hook passes what the one before has made of it. */
export interface CombinedAlteration extends Alteration {
  /** Whether each of them has changed something. */
  areApplied(): readonly boolean[]
}

/** Combines alterations. A response that one gives in place of the service's is passed to no other. */
export function combineAlterations(alterations: readonly Alteration[]): CombinedAlteration {
  const chain = new HookChain<Alteration>(alterations)
  return {
    ...combineHooks(chain),
    areApplied: () => chain.applied.map((times) => times > 0),
    lost: async (request, wire) => {
      for (const each of alterations) await each.lost?.(request, wire)
    },
    controlled: async (request, response, wire) => {
      for (const each of alterations) await each.controlled?.(request, response, wire)
    },
    advanced: async (account, wire) => {
      const changed = await Promise.all(alterations.map((each) => each.advanced?.(account, wire)))
      for (const [index, isChanged] of changed.entries()) if (isChanged === true) chain.count(index)
      return changed.includes(true)
    },
    reply: (status, delivery) => chain.pass(status, (each, current) => each.reply?.(current, delivery)),
  }
}
