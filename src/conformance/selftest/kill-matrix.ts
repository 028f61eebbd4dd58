import { isBroken, type RuleResult, type Status } from '../report/report.ts'
import type { Rule, RuleId } from '../rule.ts'
import { run } from '../running/run.ts'
import { openAlteredService } from './altered-service.ts'
import type { Mutant } from './mutant.ts'

/** What became of one mutant. */
export interface MutantResult {
  readonly mutant: Mutant
  /** `survived`: a rule it names did not fail. `inert`: it changed nothing, so that nothing was proved. */
  readonly verdict: 'killed' | 'survived' | 'inert'
  /** The rules it names that did not fail, and what they said instead. */
  readonly survivors: readonly {
    readonly id: RuleId
    readonly status: Status
    readonly reason: string | null
  }[]
  /** What the rules it names said, without the steps. */
  readonly found: readonly RuleResult[]
  /** How often it changed something. */
  readonly applied: number
}

export interface KillOptions {
  /** A good service with the whole control protocol. */
  readonly upstreamUrl: string
  readonly rules: readonly Rule[]
  readonly signal?: AbortSignal
}

/** So many walks have to be enough to find what a mutant of a rule about walks does. */
const walksToProve = '150-walks'

/** Nearly all events come in less, and many mutants are killed by one that does not. */
const hurriedMs = 1_200

/**
 * Runs the rules that a mutant names against the service it makes of the good one. On a busy machine an event may come
 * after the little time it is given, before the rule gets to what the mutant does: one that is not killed gets as long as
 * any target.
 */
export async function tryMutant(mutant: Mutant, options: KillOptions): Promise<MutantResult> {
  const hurried = await tryOnce(mutant, { ...options, deliveryPatienceMs: hurriedMs })
  return hurried.verdict === 'killed' ? hurried : tryOnce(mutant, options)
}

async function tryOnce(
  mutant: Mutant,
  options: KillOptions & { readonly deliveryPatienceMs?: number },
): Promise<MutantResult> {
  const service = await openAlteredService(options.upstreamUrl, mutant.open())
  try {
    const { report } = await run(
      {
        baseUrl: service.baseUrl,
        only: [...mutant.kills, ...(mutant.traffic ?? [])],
        deliveryPatienceMs: options.deliveryPatienceMs,
        throttlePatienceMs: 0,
        explore: walksToProve,
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
    const verdict = applied === 0 ? 'inert' : survivors.length > 0 ? 'survived' : 'killed'
    return { mutant, verdict, survivors, found, applied }
  } finally {
    await service.close()
  }
}
