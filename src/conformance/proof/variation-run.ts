import { combineHooks, HookChain } from '../../variations/combined-alteration.ts'
import type { ConformanceOptions } from '../options.ts'
import { isFailedOrErrored, type Report, type RuleResult } from '../report/report.ts'
import type { Rule } from '../rule.ts'
import { runSuite } from '../runner/run.ts'
import { openAlteredService } from './altered-service.ts'
import type { Alteration } from './mutant.ts'
import type { ProofVariation } from './variation.ts'

/** The result of running the rules on a variation (another correct service). */
export interface VariationResult {
  readonly variation: ProofVariation
  /** The rules that failed or errored on the variation. There must be none. */
  readonly failedRules: readonly RuleResult[]
  /** True if the variation changed at least one message. If not, the run proved nothing. */
  readonly isApplied: boolean
  readonly exploration: Report['exploration']
}

interface VariationOptions {
  readonly upstreamUrl: string
  readonly rules: readonly Rule[]
  readonly walks?: Pick<ConformanceOptions, 'explore' | 'exploreSeed'>
}

/**
 * Runs the rules against one service with several variations. If rules fail, runs these rules again with each half of the
 * variations, down to one, because variations that are sound alone can contradict each other. Variations that changed no
 * message, because others had changed it before, are run again without the others.
 */
export async function runRulesOnVariations(
  together: readonly ProofVariation[],
  options: VariationOptions,
): Promise<readonly VariationResult[]> {
  const results = await runRulesAndSplitVariations(together, options)
  const hidden = results.filter(({ isApplied }) => !isApplied).map(({ variation }) => variation)
  if (hidden.length === 0 || together.length === 1) return results
  const sets = hidden.length < together.length ? [hidden] : hidden.map((each) => [each])
  const again = new Map<ProofVariation, VariationResult>()
  for (const set of sets)
    for (const result of await runRulesOnVariations(set, options)) again.set(result.variation, result)
  return results.map((result) => again.get(result.variation) ?? result)
}

/** Runs `rules` on a service with all of the variations. If rules fail, runs these again with each half of the variations. */
async function runRulesAndSplitVariations(
  together: readonly ProofVariation[],
  options: VariationOptions,
  rules = options.rules,
): Promise<readonly VariationResult[]> {
  const { report, applied } = await runWithVariations(together, { ...options, rules })
  const failedRules = report.rules.filter(({ status }) => isFailedOrErrored(status))
  const { exploration } = report
  const results = together.map((variation, index) => {
    return { variation, failedRules, isApplied: applied[index] === true, exploration }
  })
  if (failedRules.length === 0 || together.length === 1) return results
  const failed = rules.filter(({ id }) => failedRules.some((result) => result.id === id))
  // A rule about every response needs the responses that the other rules cause.
  const rulesAgain = failed.every(({ kind }) => kind === 'active') ? failed : options.rules
  const half = Math.ceil(together.length / 2)
  const first = await runRulesAndSplitVariations(together.slice(0, half), options, rulesAgain)
  const again = [...first, ...(await runRulesAndSplitVariations(together.slice(half), options, rulesAgain))]
  // All other rules have passed with all of the variations.
  return results.map((result, index) => {
    const { failedRules, isApplied } = again[index] ?? result
    return { ...result, failedRules, isApplied: result.isApplied || isApplied }
  })
}

/** Runs rules once on a service with all of these variations. Resolves with the report, and whether each variation changed a message. */
async function runWithVariations(
  together: readonly ProofVariation[],
  { upstreamUrl, rules, walks }: VariationOptions,
): Promise<{ readonly report: Report; readonly applied: readonly boolean[] }> {
  const combined = combineAlterations(together.map((variation) => variation.open()))
  const service = await openAlteredService(upstreamUrl, combined)
  try {
    const baseUrl = service.baseUrl
    const profile = Object.assign({}, ...together.map((variation) => variation.profile))
    const { report } = await runSuite({ baseUrl, deliveryPatienceMs: 15_000, profile, ...walks }, rules)
    return { report, applied: combined.areApplied() }
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
