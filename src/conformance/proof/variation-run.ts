import { combineHooks, HookChain } from '../../variations/combined-alteration.ts'
import type { ConformanceOptions } from '../options.ts'
import { isFailedOrErrored, type Report, type RuleResult } from '../report/report.ts'
import type { Rule } from '../rule.ts'
import { run } from '../runner/run.ts'
import { openAlteredService } from './altered-service.ts'
import type { Alteration } from './mutant.ts'
import type { ProofVariation } from './variation.ts'

/** The result of running the rules on a variation (another correct service). */
export interface VariationResult {
  readonly variation: ProofVariation
  /** The rules that failed or errored on the variation. There must be none. */
  readonly red: readonly RuleResult[]
  /** True if the variation changed at least one message. If not, the run proved nothing. */
  readonly isApplied: boolean
  readonly exploration: Report['exploration']
}

interface VariationOptions {
  readonly upstreamUrl: string
  readonly rules: readonly Rule[]
  readonly walks?: Pick<ConformanceOptions, 'explore' | 'exploreSeed'>
}

/** Runs the rules against a variation of the correct service. */
export async function tryVariation(
  variation: ProofVariation,
  options: VariationOptions,
): Promise<VariationResult> {
  const [result] = await runWithVariations([variation], options)
  if (result === undefined) throw new Error('A run has no result.')
  return result
}

/**
 * Runs the rules against one service with several variations. If a rule fails, runs them again with each half of the
 * variations, down to one, because variations that are sound alone can contradict each other. If a variation changed no
 * message, runs them again with that variation alone.
 */
export async function tryVariations(
  together: readonly ProofVariation[],
  options: VariationOptions,
): Promise<readonly VariationResult[]> {
  const results = await runWithVariations(together, options)
  if (together.length === 1) return results
  if (results.some(({ red }) => red.length > 0)) {
    const half = Math.ceil(together.length / 2)
    const first = await tryVariations(together.slice(0, half), options)
    return [...first, ...(await tryVariations(together.slice(half), options))]
  }
  const proved: VariationResult[] = []
  for (const result of results)
    proved.push(result.isApplied ? result : await tryVariation(result.variation, options))
  return proved
}

async function runWithVariations(
  together: readonly ProofVariation[],
  { upstreamUrl, rules, walks }: VariationOptions,
): Promise<readonly VariationResult[]> {
  const combined = combineAlterations(together.map((variation) => variation.open()))
  const service = await openAlteredService(upstreamUrl, combined)
  try {
    const baseUrl = service.baseUrl
    const profile = Object.assign({}, ...together.map((variation) => variation.profile))
    const { report } = await run({ baseUrl, deliveryPatienceMs: 15_000, profile, ...walks }, rules)
    const { exploration } = report
    const red = report.rules.filter(({ status }) => isFailedOrErrored(status))
    const applied = combined.areApplied()
    return together.map((variation, index) => {
      return { variation, red, isApplied: applied[index] === true, exploration }
    })
  } finally {
    await service.close()
  }
}

/** Several alterations of messages in a row. Each gets the messages as the previous alteration has changed them. */
interface CombinedAlteration extends Alteration {
  /** Returns, for each of the combined alterations, whether it has changed a message. */
  areApplied(): readonly boolean[]
}

/** Combines alterations of messages. If one responds in place of the service, the later ones do not see the response. */
function combineAlterations(alterations: readonly Alteration[]): CombinedAlteration {
  const chain = new HookChain<Alteration>(alterations)
  return {
    ...combineHooks(chain),
    areApplied: () => chain.changeCounts.map((times) => times > 0),
    lost: async (request, wire) => {
      for (const each of alterations) await each.lost?.(request, wire)
    },
    controlled: async (request, response, wire) => {
      for (const each of alterations) await each.controlled?.(request, response, wire)
    },
    advanced: async (account, wire) => {
      const changed = await Promise.all(alterations.map((each) => each.advanced?.(account, wire)))
      for (const [index, isChanged] of changed.entries()) if (isChanged === true) chain.countChange(index)
      return changed.includes(true)
    },
    reply: (status, delivery) =>
      chain.passThrough(status, (each, current) => each.reply?.(current, delivery)),
  }
}
