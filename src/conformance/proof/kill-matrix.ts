import type { ConformanceOptions } from '../options.ts'
import { isBroken, type RuleResult, type Status } from '../report/report.ts'
import type { Rule, RuleId } from '../rule.ts'
import { run } from '../runner/run.ts'
import { openAlteredService } from './altered-service.ts'
import type { Mutant } from './mutant.ts'

/** The result of the rules on one mutant. */
export interface MutantResult {
  readonly mutant: Mutant
  /** `killed`: all rules that the mutant names failed. `survived`: one did not. `unapplied`: the mutant changed nothing. */
  readonly verdict: 'killed' | 'survived' | 'unapplied'
  /** The rules that the mutant names but that did not fail, with their results. */
  readonly survivors: readonly {
    readonly id: RuleId
    readonly status: Status
    readonly reason: string | null
  }[]
  /** The results of the rules that the mutant names, without exchanges. */
  readonly found: readonly RuleResult[]
  /** How often the alteration changed something. */
  readonly applied: number
}

/** The service and the rules with which a mutant is tried. */
export interface KillOptions {
  /** A good service with the whole control protocol. */
  readonly upstreamUrl: string
  readonly rules: readonly Rule[]
  readonly signal?: AbortSignal
}

/** The maximum number of walks in which a rule about walks must find its mutant. */
const maxWalks = '150-walks'
/** The number of walks that run first if the mutant names the seed of walks that find it. */
const walksFromSeed = '8-walks'

/** How long to wait for an event at first, in milliseconds. It is short, because many mutants are killed by an event that never comes. */
const shortEventWaitMs = 1_200

/**
 * Runs the rules that a mutant names against the mutant, with short waits for events. On a busy machine an event may be
 * late, so a mutant that is not killed is tried again with the usual waits.
 */
export async function tryMutant(mutant: Mutant, options: KillOptions): Promise<MutantResult> {
  const { walksOf } = mutant
  const known = walksOf === undefined ? {} : { explore: walksFromSeed, exploreSeed: walksOf }
  const firstTry = await tryMutantOnce(mutant, { ...options, ...known, deliveryPatienceMs: shortEventWaitMs })
  // The walks of a seed may have changed since it was chosen. Then more walks may still find the mutant.
  return firstTry.verdict === 'killed' ? firstTry : tryMutantOnce(mutant, options)
}

async function tryMutantOnce(
  mutant: Mutant,
  options: KillOptions & Pick<ConformanceOptions, 'deliveryPatienceMs' | 'explore' | 'exploreSeed'>,
): Promise<MutantResult> {
  const service = await openAlteredService(options.upstreamUrl, mutant.open())
  try {
    const { report } = await run(
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
      .filter((result) => !isBroken(result))
      .map(({ id, status, reason }) => ({ id, status, reason }))
    const applied = service.applied()
    const verdict = applied === 0 ? 'unapplied' : survivors.length > 0 ? 'survived' : 'killed'
    return { mutant, verdict, survivors, found, applied }
  } finally {
    await service.close()
  }
}
