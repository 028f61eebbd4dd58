import { loadMutants } from '../catalogue.ts'
import type { ConformanceOptions } from '../options.ts'
import { exitStatusOf, isFailedOrErrored, type Report } from '../report/report.ts'
import type { Rule } from '../rule.ts'
import { runSuite } from '../runner/run.ts'
import { type MutantResult, runRulesOnMutant } from './kill-matrix.ts'
import {
  type PartialResult,
  partialControls,
  runRulesOnPartialControl,
  type ServedService,
} from './partial-control.ts'
import { type CaseResult, parseCaseIds, parseCaseKind } from './proof-case.ts'
import { runRulesOnStubTarget, type StubResult } from './stub-run.ts'
import { stubTargets } from './stub-targets.ts'
import { listUnclearFindings } from './unclear-findings.ts'
import { runRulesOnVariations, type VariationResult } from './variation-run.ts'
import { variations } from './variations/variations.ts'

/** The random walks to run on the correct service and on variations, which must pass every walk. Broken services get other walks. */
export type WalkOptions = Pick<ConformanceOptions, 'explore' | 'exploreSeed'>

/** The services and the rules that every case of the proof needs. */
export interface ProofWorld {
  /** The URL of a correct service with the whole control protocol, which all proof cases share. */
  readonly upstreamUrl: string
  /** Starts a correct service without rate limits for one proof case. */
  serve(): Promise<ServedService>
  /** The rules that the user selected for the proof. */
  readonly rules: readonly Rule[]
  /** All rules of the suite. Rules that must fail on a broken service may need the responses of rules that are not selected. */
  readonly allRules: readonly Rule[]
  readonly walks: WalkOptions
}

type Verdict = Omit<CaseResult, 'name' | 'durationMs'>

/** Runs a case of the suite's proof. It never throws: if the harness fails, the case is not proved. */
export async function proveCase(name: string, world: ProofWorld): Promise<CaseResult> {
  const started = performance.now()
  const verdict = await proveByKind(name, world).catch((error: unknown): Verdict => {
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { proved: false, wrong: 1, lines: [`FAILED    ${name}`, `          ! ${trace}`] }
  })
  return { name, ...verdict, durationMs: Math.round(performance.now() - started) }
}

async function proveByKind(name: string, world: ProofWorld): Promise<Verdict> {
  const { upstreamUrl, rules, allRules, walks } = world
  const isPartial = rules.length < allRules.length
  const id = name.slice(name.indexOf(':') + 1)
  switch (parseCaseKind(name)) {
    case 'good':
      return assessGoodService((await runSuite({ baseUrl: upstreamUrl, ...walks }, rules)).report, {
        isPartial,
      })
    case 'mutant':
      return assessMutant(
        await runRulesOnMutant(requireItem(await loadMutants(), id), { upstreamUrl, rules: allRules }),
      )
    case 'hollow':
      return assessStubTarget(await runRulesOnStubTarget(requireItem(stubTargets, id), { rules }))
    case 'variation': {
      const together = parseCaseIds(name).map((each) => requireItem(variations, each))
      const results = await runRulesOnVariations(together, { upstreamUrl, rules, walks })
      return joinVerdicts(results.map((result) => assessVariation(result, { isPartial })))
    }
    case 'partial':
      return assessPartialControl(await runRulesOnPartialControl(requireItem(partialControls, id), world))
  }
}

function requireItem<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item {
  const item = items.find((each) => each.id === id)
  if (item === undefined) throw new Error(`The proof has no case with the id "${id}".`)
  return item
}

/**
 * Returns the verdict on the correct service: all rules must pass. If only some rules run, rules may be skipped: a rule
 * about every response may get no response to check.
 */
export function assessGoodService(
  { rules, summary, exploration }: Report,
  { isPartial }: { readonly isPartial: boolean },
): Verdict {
  const { passed, failed, errored, skipped } = summary
  const counts = `${passed} passed, ${failed} failed, ${errored} errored, ${skipped} skipped`
  return createVerdict({
    what: `the correct service: ${counts}${describeExploration(exploration)}`,
    troubles: listFailedRules(rules),
    isSound: isPartial || skipped === 0,
  })
}

/** Returns the verdict on a mutant (a broken service): every rule that it names must fail, with a clear finding. */
export function assessMutant({ mutant, verdict, survivors, found }: MutantResult): Verdict {
  const unclear = listUnclearFindings(found)
  const shownVerdict = verdict === 'killed' && unclear.length > 0 ? 'unclear' : verdict
  const troubles = [
    ...survivors.map(({ id, status, reason }) => `${id} ${status} ${reason ?? ''}`),
    ...unclear,
  ]
  return {
    proved: shownVerdict === 'killed',
    wrong: troubles.length,
    lines: [
      `${shownVerdict.padEnd(8)}  ${mutant.id}: ${mutant.deviation}`,
      `          ${mutant.kills.join(', ')}`,
      ...troubles.map((trouble) => `          ! ${trouble}`),
    ],
  }
}

/** Returns the verdict on a stub target (a server that gives every request the same response): no rule may pass. */
export function assessStubTarget({ target, passed, report }: StubResult): Verdict {
  const { failed, errored, skipped } = report.summary
  const counts = `(${failed} failed, ${errored} errored, ${skipped} skipped)`
  return createVerdict({
    what: `${target.id}: ${target.what} ${counts}`,
    troubles: [...passed.map((id) => `${id} passed`), ...listUnclearFindings(report.rules)],
    isSound: exitStatusOf(report) !== 0,
  })
}

/**
 * Returns the verdict on a variation (another correct service): no rule may fail, and the variation must change at least
 * one HTTP message. If only some rules run, it need not change any, because these rules may not cause such a message.
 */
export function assessVariation(
  { variation, failedRules, isApplied, exploration }: VariationResult,
  { isPartial }: { readonly isPartial: boolean },
): Verdict {
  const changedNothing = !isApplied && !isPartial
  return createVerdict({
    what: `${variation.id}: ${variation.what}${describeExploration(exploration)}`,
    troubles: [
      ...listFailedRules(failedRules),
      ...(changedNothing ? ['the variation changed no message, so the run proved nothing'] : []),
    ],
  })
}

/** Joins the verdicts on variations that ran in one case: the case is proved if every variation is. */
function joinVerdicts(verdicts: readonly Verdict[]): Verdict {
  return {
    proved: verdicts.every(({ proved }) => proved),
    wrong: verdicts.reduce((sum, { wrong }) => sum + wrong, 0),
    lines: verdicts.flatMap(({ lines }) => lines),
  }
}

function describeExploration(exploration: Report['exploration']): string {
  return exploration === null ? '' : ` (${exploration.walks} walks, ${exploration.steps} steps)`
}

/** Returns the verdict on a service whose control protocol lacks capabilities: no rule may fail, and the account must be as before. */
function assessPartialControl({ control, report, troubles }: PartialResult): Verdict {
  const { passed, skipped } = report.summary
  return createVerdict({
    what: `${control.id}: ${control.what} (${passed} passed, ${skipped} skipped)`,
    troubles: [...listFailedRules(report.rules), ...troubles],
  })
}

function listFailedRules(rules: Report['rules']): readonly string[] {
  return rules
    .filter(({ status }) => isFailedOrErrored(status))
    .map(({ id, status, reason, expected, actual }) => {
      return `${id} ${status}: ${reason ?? `expected ${expected}, got ${actual}`}`
    })
}

function createVerdict(result: {
  readonly what: string
  readonly troubles: readonly string[]
  readonly isSound?: boolean
}): Verdict {
  const proved = result.troubles.length === 0 && result.isSound !== false
  return {
    proved,
    wrong: result.troubles.length,
    lines: [
      `${proved ? 'ok    ' : 'FAILED'}  ${result.what}`,
      ...result.troubles.map((trouble) => `        ! ${trouble}`),
    ],
  }
}
