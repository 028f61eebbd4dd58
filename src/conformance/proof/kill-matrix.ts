import type { ConformanceOptions } from '../options.ts'
import { isRuleBroken, type RuleResult, type Status } from '../report/report.ts'
import type { Rule, RuleId } from '../rule.ts'
import { runSuite } from '../runner/run.ts'
import { openAlteredService } from './altered-service.ts'
import type { Mutant } from './mutant.ts'

/** The result of running rules against one mutant (a deliberately broken service). */
export interface MutantResult {
  readonly mutant: Mutant
  /** `killed`: all rules that must fail on the broken service failed. `survived`: one did not. `unapplied`: the service changed no message. */
  readonly verdict: 'killed' | 'survived' | 'unapplied'
  /** The rules that should have failed on the broken service but did not, with their results. */
  readonly survivors: readonly {
    readonly id: RuleId
    readonly status: Status
    readonly reason: string | null
  }[]
  /** The results of the rules that must fail on the broken service, without exchanges. */
  readonly found: readonly RuleResult[]
  /** How often the broken service changed a message. */
  readonly applied: number
}

/** The service and the rules with which a mutant (a broken service) is tested. */
export interface KillOptions {
  /** The URL of a correct service with the whole control protocol. */
  readonly upstreamUrl: string
  readonly rules: readonly Rule[]
  readonly signal?: AbortSignal
}

/** The maximum number of random walks on a broken service (mutant). A rule about walks must find the deviation in them. */
const maxWalks = '150-walks'
/** The number of random walks that run first if a broken service (mutant) names a seed whose walks find its deviation. */
const walksFromSeed = '8-walks'

/**
 * How long rules wait for a webhook event in the first try on a broken service, in milliseconds. It is short, because
 * many such services never send an event.
 */
const shortEventWaitMs = 1_200

/**
 * Runs the rules that must fail on a mutant (a broken service) against it, with short waits for webhook events. On a
 * busy machine an event may be late, so a mutant that was not killed is tried again with the usual waits.
 */
export async function runRulesOnMutant(mutant: Mutant, options: KillOptions): Promise<MutantResult> {
  const { walkSeed } = mutant
  const known = walkSeed === undefined ? {} : { explore: walksFromSeed, exploreSeed: walkSeed }
  const firstTry = await runRulesOnMutantOnce(mutant, {
    ...options,
    ...known,
    deliveryPatienceMs: shortEventWaitMs,
  })
  // The walks of a seed may have changed since the seed was chosen, but more walks may still find the deviation.
  return firstTry.verdict === 'killed' ? firstTry : runRulesOnMutantOnce(mutant, options)
}

async function runRulesOnMutantOnce(
  mutant: Mutant,
  options: KillOptions & Pick<ConformanceOptions, 'deliveryPatienceMs' | 'explore' | 'exploreSeed'>,
): Promise<MutantResult> {
  const service = await openAlteredService(options.upstreamUrl, mutant.open())
  try {
    const { report } = await runSuite(
      {
        baseUrl: service.baseUrl,
        only: [...mutant.kills, ...(mutant.traffic ?? [])],
        deliveryPatienceMs: options.deliveryPatienceMs,
        throttlePatienceMs: 0,
        explore: options.explore ?? maxWalks,
        exploreSeed: options.exploreSeed,
        exploreUntilFound: true,
        timeoutMs: 20_000,
        signal: options.signal,
      },
      options.rules,
    )
    const found = report.rules
      .filter(({ id }) => mutant.kills.includes(id))
      .map((result) => ({ ...result, exchanges: [], deliveries: [] }))
    const survivors = found
      .filter((result) => !isRuleBroken(result))
      .map(({ id, status, reason }) => ({ id, status, reason }))
    const applied = service.countChanges()
    const verdict = applied === 0 ? 'unapplied' : survivors.length > 0 ? 'survived' : 'killed'
    return { mutant, verdict, survivors, found, applied }
  } finally {
    await service.close()
  }
}
