import type { Report } from '../reporting/report.ts'
import type { Rule } from '../rule.ts'
import { run } from '../running/run.ts'
import { type HollowResult, tryHollowTarget } from './hollow-run.ts'
import { hollowTargets } from './hollow-targets.ts'
import { type MutantResult, runKillMatrix } from './kill-matrix.ts'
import type { Mutant } from './mutant.ts'
import { tryVariation, type VariationResult } from './variation-run.ts'
import { variations } from './variations.ts'

/** What the suite has proved of itself. */
export interface SelfTestResult {
  /** The good service itself: every rule has to pass on it. */
  readonly good: Report
  readonly mutants: readonly MutantResult[]
  /** Rules that no deviation turns red. */
  readonly unproved: readonly string[]
  readonly hollow: readonly HollowResult[]
  readonly variations: readonly VariationResult[]
  readonly durationMs: number
  /** Some rules were left out, so that some variations have nothing to vary. */
  readonly isPartial: boolean
}

export interface SelfTestOptions {
  /** A good service with the whole control protocol. */
  readonly upstreamUrl: string
  readonly rules: readonly Rule[]
  /** Where the selection leaves some out, mutants may still need them. */
  readonly allRules: readonly Rule[]
  readonly mutants: readonly Mutant[]
  onProgress?(text: string): void
}

/** Runs the suite against a good service, deviating ones, hollow ones, and good ones that are unlike the simulator. */
export async function runSelfTest(options: SelfTestOptions): Promise<SelfTestResult> {
  const { upstreamUrl, rules, allRules, onProgress = () => {} } = options
  const started = performance.now()
  const ids = new Set<string>(rules.map(({ id }) => id))
  onProgress('a good service')
  const { report: good } = await run({ baseUrl: upstreamUrl }, rules)
  const chosen = options.mutants.filter(({ kills }) => kills.some((id) => ids.has(id)))
  let done = 0
  const results = await runKillMatrix(chosen, {
    upstreamUrl,
    rules: allRules,
    onResult: ({ mutant }) => {
      done += 1
      onProgress(`deviations ${done}/${chosen.length} ${mutant.id}`)
    },
  })
  const hollow: HollowResult[] = []
  for (const target of hollowTargets) {
    onProgress(`hollow targets ${hollow.length + 1}/${hollowTargets.length} ${target.id}`)
    hollow.push(await tryHollowTarget(target, { rules }))
  }
  const varied: VariationResult[] = []
  for (const variation of variations) {
    onProgress(`conformant variations ${varied.length + 1}/${variations.length} ${variation.id}`)
    varied.push(await tryVariation(variation, { upstreamUrl, rules }))
  }
  const killed = new Set<string>(chosen.flatMap(({ kills }) => kills))
  return {
    good,
    mutants: results,
    unproved: rules.map(({ id }) => id).filter((id) => !killed.has(id)),
    hollow,
    variations: varied,
    durationMs: performance.now() - started,
    isPartial: rules.length < allRules.length,
  }
}

/** Nothing broken passes, nothing sound fails, and every rule has shown that it can fail. */
export function isProved({
  good,
  mutants,
  unproved,
  hollow,
  variations,
  isPartial,
}: SelfTestResult): boolean {
  return (
    good.summary.failed + good.summary.errored === 0 &&
    mutants.every(({ verdict }) => verdict === 'killed') &&
    unproved.length === 0 &&
    hollow.every(({ passed }) => passed.length === 0) &&
    variations.every(({ red, isInert }) => red.length === 0 && (isPartial || !isInert))
  )
}

/** The kill matrix and the rest, for a person. */
export function renderSelfTest(result: SelfTestResult): string {
  const { good, mutants, unproved, hollow, variations, durationMs, isPartial } = result
  const killed = mutants.filter(({ verdict }) => verdict === 'killed')
  const lines = ['Deviations of a service, and the rules that catch them', '']
  for (const { mutant, verdict, survivors } of mutants) {
    lines.push(`  ${verdict.padEnd(8)}  ${mutant.id}: ${mutant.deviation}`)
    lines.push(`            ${mutant.kills.join(', ')}`)
    for (const { id, status, reason } of survivors)
      lines.push(`            ! ${id} ${status} ${reason ?? ''}`)
  }
  lines.push('', 'Hollow targets: nothing may pass', '')
  for (const { target, passed, report } of hollow) {
    const { failed, errored, skipped } = report.summary
    lines.push(
      `  ${passed.length === 0 ? 'ok    ' : 'PASSED'}  ${target.id}: ${target.what} (${failed} failed, ${errored} errored, ${skipped} skipped)`,
    )
    if (passed.length > 0) lines.push(`          ! ${passed.join(', ')}`)
  }
  lines.push('', 'Conformant variations: nothing may fail', '')
  for (const { variation, red, isInert } of variations) {
    lines.push(
      `  ${red.length === 0 && (isPartial || !isInert) ? 'ok    ' : 'FAILED'}  ${variation.id}: ${variation.what}`,
    )
    if (isInert && !isPartial) lines.push('          ! it changed nothing')
    for (const { id, status, expected, actual, reason } of red) {
      lines.push(`          ! ${id} ${status}: ${reason ?? `expected ${expected}, got ${actual}`}`)
    }
  }
  for (const id of unproved) lines.push('', `No deviation turns ${id} red.`)
  const { passed, failed, errored, skipped } = good.summary
  lines.push(
    '',
    `The good service: ${passed} passed, ${failed} failed, ${errored} errored, ${skipped} skipped.`,
    `${killed.length} of ${mutants.length} deviations caught; ` +
      `${hollow.reduce((sum, each) => sum + each.passed.length, 0)} passes on ${hollow.length} hollow targets; ` +
      `${variations.reduce((sum, each) => sum + each.red.length, 0)} failures on ${variations.length} conformant variations; ` +
      `${Math.round(durationMs / 1_000)} s.`,
    '',
  )
  return lines.join('\n')
}
