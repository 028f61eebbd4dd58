import type { ConformanceOptions } from '../options.ts'
import { attributeFailures } from '../report/failure-attribution.ts'
import { isRed, type RuleResult } from '../report/report.ts'
import type { Rule } from '../rule.ts'
import { type ExpectedFailure, isInForce } from '../target/profile.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'
import type { Redactor } from '../wire/redaction.ts'
import type { ToldWalk } from '../wire/told-walk.ts'
import type { Outcome } from './outcome.ts'
import { rerunCommand } from './rerun-command.ts'
import { resultOf } from './rule-run.ts'
import { redactDelivery } from './shown-deliveries.ts'

/** What has become of the rules of a run so far. */
export interface Results {
  has(id: string): boolean
  get(id: string): RuleResult | undefined
  /** From here on a pass proves nothing, for this reason. */
  distrust(reason: string): void
  /** Gives the result as it is reported. */
  finish(rule: Rule, outcome: Outcome, durationMs: number): RuleResult
  /** In the order of the rules chosen, once all is known: these endpoints are there. */
  inOrder(present: ReadonlySet<string>): readonly RuleResult[]
}

interface ResultsOptions {
  readonly options: ConformanceOptions
  /** All rules, chosen or not. */
  readonly rules: readonly Rule[]
  readonly selected: readonly Rule[]
  readonly target: Target
  readonly redactor: Redactor
  readonly startedAtMs: number
}

export function openResults(run: ResultsOptions): Results {
  const { options, rules, selected } = run
  const results = new Map<string, RuleResult>()
  /** Endpoints that rules took for not being there. */
  const absent = new Map<string, string>()
  let hollow: string | undefined
  let tell = options.onResult
  return {
    has: (id) => results.has(id),
    get: (id) => results.get(id),
    distrust: (reason) => {
      hollow = reason
    },
    finish: (rule, found, durationMs) => {
      const proved = found.status === 'passed' && hollow !== undefined ? unproved(hollow) : found
      const { result, absentEndpoint } = resultFor(rule, proved, { ...run, durationMs })
      results.set(rule.id, result)
      if (absentEndpoint !== undefined) absent.set(rule.id, absentEndpoint)
      const hear = tell
      // Whoever throws once is told no more: the run ends then, and still reports everything.
      tell = undefined
      hear?.(result, { done: results.size, total: selected.length })
      tell = hear
      return result
    },
    inOrder: (present) => {
      const withCause = (result: RuleResult): RuleResult => {
        const endpoint = absent.get(result.id)
        if (endpoint === undefined || present.has(endpoint)) return result
        return { ...result, cause: { kind: 'missing-endpoint', endpoint } }
      }
      const ordered = selected.map(({ id }) => results.get(id)).filter((each) => each !== undefined)
      return attributeFailures(ordered.map(withCause), rules)
    },
  }
}

/** The result as it is reported: without secrets, and as the profile has it where it knows of a failure. */
function resultFor(
  rule: Rule,
  proved: Outcome,
  {
    options,
    rules,
    target,
    redactor,
    startedAtMs,
    durationMs,
  }: ResultsOptions & { readonly durationMs: number },
): { readonly result: RuleResult; readonly absentEndpoint: string | undefined } {
  const outcome = redactOutcome(proved, redactor)
  const entry = target.profile.expectedFailures.find((each) => each.rule === rule.id)
  const stale = entry !== undefined && outcome.status === 'passed'
  // One whose day has passed excuses nothing more, and is no use either where the rule passes.
  const excuses = entry !== undefined && (stale || isInForce(entry, startedAtMs))
  const ranOut = entry !== undefined && !excuses && isRed(outcome.status)
  const told = ranOut ? withEnd(outcome, entry) : outcome
  const result = resultOf(rule, stale ? staleOutcome(rule, outcome, entry.reason) : told, {
    durationMs,
    again: rerunCommand(
      options,
      rules.filter(({ id }) => id === rule.id || id === outcome.sentBy),
    ),
    ownAccount: hasOwnAccounts(target),
    expectedFailure: excuses ? { reason: entry.reason, issue: entry.issue ?? null, stale } : null,
  })
  return { result, absentEndpoint: isRed(outcome.status) ? outcome.absent : undefined }
}

/** What rules say of answers may quote them. */
function redactOutcome(outcome: Outcome, { redact }: Redactor): Outcome {
  const { reason, expected, actual, cause } = outcome
  return {
    ...outcome,
    ...(reason !== undefined && { reason: redact(reason) }),
    ...(expected !== undefined && { expected: redact(expected) }),
    ...(actual !== undefined && { actual: redact(actual) }),
    ...(outcome.deliveries !== undefined && {
      deliveries: outcome.deliveries.map((each) => redactDelivery(each, redact)),
    }),
    ...(outcome.walk !== undefined && { walk: redactWalk(outcome.walk, redact) }),
    ...(cause !== undefined && 'got' in cause && { cause: { ...cause, got: redact(cause.got) } }),
  }
}

/** Its lines hold what was sent; its data names everything by references. */
function redactWalk(walk: ToldWalk, redact: Redactor['redact']): ToldWalk {
  return { ...walk, steps: walk.steps.map(redact), why: redact(walk.why), shell: redact(walk.shell) }
}

/** A pass on a target that does not tell requests apart. */
function unproved(hollow: string): Outcome {
  return { status: 'skipped', reason: `Proves nothing: ${hollow}.`, reasonKind: 'not_observed' }
}

/** What the profile said would fail, for longer than it excused it. */
function withEnd(outcome: Outcome, { until, reason }: ExpectedFailure): Outcome {
  const end = `The profile excused it until ${until} (${reason}).`
  return { ...outcome, reason: outcome.reason === undefined ? end : `${outcome.reason} ${end}` }
}

/** What the profile says must fail, and does not. */
function staleOutcome(rule: Rule, outcome: Outcome, reason: string): Outcome {
  return {
    ...outcome,
    status: 'failed',
    expected: `${rule.id} to fail, as expected_failures in the profile says (${reason})`,
    actual: 'it passes: take the entry out of the profile',
  }
}
