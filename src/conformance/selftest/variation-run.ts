import type { ConformanceOptions } from '../options.ts'
import { isRed, type Report, type RuleResult } from '../report/report.ts'
import type { Rule } from '../rule.ts'
import { run } from '../running/run.ts'
import { openAlteredService } from './altered-service.ts'
import type { Variation } from './variation.ts'

/** What the rules found on a variation. */
export interface VariationResult {
  readonly variation: Variation
  /** The rules that failed or errored. There must be none. */
  readonly red: readonly RuleResult[]
  /** Whether the variation changed anything. If not, nothing was proved. */
  readonly isApplied: boolean
  readonly exploration: Report['exploration']
}

/** Runs all rules against a variation of the good service. */
export async function tryVariation(
  variation: Variation,
  options: {
    readonly upstreamUrl: string
    readonly rules: readonly Rule[]
    readonly walks?: Pick<ConformanceOptions, 'explore' | 'exploreSeed'>
    readonly signal?: AbortSignal
  },
): Promise<VariationResult> {
  const service = await openAlteredService(options.upstreamUrl, variation.open())
  try {
    const { report } = await run(
      { baseUrl: service.baseUrl, deliveryPatienceMs: 15_000, signal: options.signal, ...options.walks },
      options.rules,
    )
    return {
      variation,
      red: report.rules.filter(({ status }) => isRed(status)),
      isApplied: service.applied() > 0,
      exploration: report.exploration,
    }
  } finally {
    await service.close()
  }
}
