import { isRed, type RuleResult } from '../report/report.ts'
import type { Rule } from '../rule.ts'
import { run } from '../running/run.ts'
import { openAlteredService } from './altered-service.ts'
import type { Variation } from './variation.ts'

export interface VariationResult {
  readonly variation: Variation
  /** Rules that failed or errored; there must be none. */
  readonly red: readonly RuleResult[]
  /** It changed nothing, so that nothing was proved. */
  readonly isInert: boolean
}

/** Runs every rule against the service that a variation makes of the good one. */
export async function tryVariation(
  variation: Variation,
  options: { readonly upstreamUrl: string; readonly rules: readonly Rule[]; readonly signal?: AbortSignal },
): Promise<VariationResult> {
  const service = await openAlteredService(options.upstreamUrl, variation.open())
  try {
    const { report } = await run(
      { baseUrl: service.baseUrl, deliveryPatienceMs: 15_000, signal: options.signal },
      options.rules,
    )
    return {
      variation,
      red: report.rules.filter(({ status }) => isRed(status)),
      isInert: service.applied() === 0,
    }
  } finally {
    await service.close()
  }
}
