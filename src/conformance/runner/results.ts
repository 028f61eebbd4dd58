import { formatOptionSpan } from '../duration.ts'
import { headerVariable, toShellWord } from '../http/curl.ts'
import type { WalkDescription } from '../http/failures.ts'
import type { Redactor } from '../http/redaction.ts'
import type { ConformanceOptions } from '../options.ts'
import { attributeFailures } from '../report/failure-attribution.ts'
import { neutraliseStart } from '../report/neutral-text.ts'
import { isFailedOrErrored, type RuleResult } from '../report/report.ts'
import type { Rule } from '../rule.ts'
import type { SimpleNeed } from '../target/need.ts'
import { type ExpectedFailure, isStillExpected } from '../target/profile.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'
import { type Outcome, redactDelivery } from './outcome.ts'

/** The results of the rules of a run so far. */
export interface Results {
  has(id: string): boolean
  get(id: string): RuleResult | undefined
  /** From now on, reports a rule that passes as skipped, with this reason. */
  skipPassedRules(reason: string): void
  /** Stores the outcome of a rule, and returns the result for the report. */
  recordOutcome(rule: Rule, outcome: Outcome, durationMs: number): RuleResult
  /** Returns all results in the order of the selected rules. `present` names the endpoints that exist on the target. */
  listInOrder(present: ReadonlySet<string>): readonly RuleResult[]
}

interface ResultsOptions {
  readonly options: ConformanceOptions
  /** All rules of the suite, selected or not. */
  readonly rules: readonly Rule[]
  readonly selected: readonly Rule[]
  readonly target: Target
  readonly redactor: Redactor
  readonly startedAtMs: number
}

/** Creates an empty list of the results of a run. */
export function createResults(run: ResultsOptions): Results {
  const { options, rules, selected } = run
  const results = new Map<string, RuleResult>()
  /** The endpoints that seem to be missing on the target, by the id of the rule that noticed this. */
  const absent = new Map<string, string>()
  /** Why a rule that passes proves nothing, if the target gives every request the same response. */
  let stubReason: string | undefined
  let onResult = options.onResult
  return {
    has: (id) => results.has(id),
    get: (id) => results.get(id),
    skipPassedRules: (reason) => {
      stubReason = reason
    },
    recordOutcome: (rule, found, durationMs) => {
      const proved =
        found.status === 'passed' && stubReason !== undefined ? skipAsUnproved(stubReason) : found
      const { result, absentEndpoint } = createReportedResult(rule, proved, { ...run, durationMs })
      results.set(rule.id, result)
      if (absentEndpoint !== undefined) absent.set(rule.id, absentEndpoint)
      const listener = onResult
      // If the user's `onResult` throws, the run ends with a complete report, and `onResult` is not called again.
      onResult = undefined
      listener?.(result, { done: results.size, total: selected.length })
      onResult = listener
      return result
    },
    listInOrder: (present) => {
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

/** Lists the rules that must run to get a result again: the rule itself, and the rule that sent the request in question. */
function listRulesToRerun(rule: Rule, sentBy: string | undefined, rules: readonly Rule[]): readonly Rule[] {
  if (sentBy === undefined || sentBy === rule.id) return [rule]
  return rules.filter(({ id }) => id === rule.id || id === sentBy)
}

/** Creates the result of a rule for the report: masks secrets, and marks a failure that the profile expects. */
function createReportedResult(
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
  // A failure that the profile expects is excused until the last day of its entry. If the rule passes, the entry is reported as stale.
  const excuses = entry !== undefined && (stale || isStillExpected(entry, startedAtMs))
  const ranOut = entry !== undefined && !excuses && isFailedOrErrored(outcome.status)
  const explained = ranOut ? addExpiryNote(outcome, entry) : outcome
  const result = buildResult(rule, stale ? createStaleOutcome(rule, outcome, entry.reason) : explained, {
    durationMs,
    again: renderRerunCommand(options, listRulesToRerun(rule, outcome.sentBy, rules)),
    ownAccount: hasOwnAccounts(target),
    expectedFailure: excuses ? { reason: entry.reason, issue: entry.issue ?? null, stale } : null,
  })
  return { result, absentEndpoint: isFailedOrErrored(outcome.status) ? outcome.absent : undefined }
}

/** Masks the secrets in an outcome, as its texts may quote responses. */
function redactOutcome(outcome: Outcome, redactor: Redactor): Outcome {
  const { redact } = redactor
  const { reason, expected, actual, cause } = outcome
  return {
    ...outcome,
    ...(reason !== undefined && { reason: redact(reason) }),
    ...(expected !== undefined && { expected: redact(expected) }),
    ...(actual !== undefined && {
      actual: `${redact(actual)}${describeConcealedDifference(expected, actual, redact)}`,
    }),
    ...(outcome.deliveries !== undefined && {
      deliveries: outcome.deliveries.map((each) => redactDelivery(each, redact)),
    }),
    ...(outcome.walk !== undefined && { walk: redactWalk(outcome.walk, redactor) }),
    ...(cause !== undefined && 'got' in cause && { cause: { ...cause, got: redact(cause.got) } }),
  }
}

/**
 * Masks the secrets in the description of a random walk. The script of the walk has none, as it names a resource by the
 * step that created it.
 */
function redactWalk(walk: WalkDescription, { redact, redactOwn }: Redactor): WalkDescription {
  // Only the comments of the shell script quote responses. Its other lines are requests, in which invented names stay readable.
  const shell = walk.shell
    .split('\n')
    .map((line) => (line.startsWith('#') ? redact(line) : redactOwn(line)))
    .join('\n')
  return { ...walk, steps: walk.steps.map(redactOwn), why: redact(walk.why), shell }
}

const quotedText = /"((?:[^"\\]|\\.)*)"/g

/** If masks hide the difference between the expected and the actual value, describes the difference; otherwise returns an empty text. */
function describeConcealedDifference(
  expected: string | undefined,
  actual: string,
  redact: Redactor['redact'],
): string {
  if (expected === undefined) return ''
  const findConcealed = (text: string): string | undefined => {
    const shown = redact(text)
    return [...text.matchAll(quotedText)].map(([, each = '']) => each).find((each) => !shown.includes(each))
  }
  const [wanted, came] = [findConcealed(expected), findConcealed(actual)]
  if (wanted === undefined || came === undefined || wanted === came) return ''
  const [one, other] = [[...wanted], [...came]]
  const at = one.findIndex((sign, index) => sign !== other[index])
  const place = at === -1 ? one.length : at
  const describeCharacter = (sign: string | undefined): string =>
    sign === undefined
      ? 'its end'
      : `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return ` (concealed, as it is about people: ${other.length} characters for ${one.length}; at character ${place + 1}, ${describeCharacter(other[place])} for ${describeCharacter(one[place])})`
}

/** Returns the skipped outcome that replaces a passed one, for a target that gives every request the same response. */
function skipAsUnproved(reason: string): Outcome {
  return { status: 'skipped', reason: `Proves nothing: ${reason}.`, reasonKind: 'not_observed' }
}

/** Returns the outcome of a rule that still fails after the last day on which the profile excuses the failure. */
function addExpiryNote(outcome: Outcome, { until, reason }: ExpectedFailure): Outcome {
  const end = `The profile excused the rule until ${until} (${reason}).`
  return { ...outcome, reason: outcome.reason === undefined ? end : `${outcome.reason} ${end}` }
}

/** Returns the outcome of a rule that passes although the profile expects it to fail. */
function createStaleOutcome(rule: Rule, outcome: Outcome, reason: string): Outcome {
  return {
    ...outcome,
    status: 'failed',
    expected: `${rule.id} to fail, as expected_failures in the profile says (${reason})`,
    actual: 'the rule passes: remove the entry from the profile',
  }
}

/**
 * The maximum length of `expected` and `actual` in a report, in characters. A target may respond with whole pages,
 * which the exchange in the report shows.
 */
const maxFinding = 500

/** The maximum length of a reason in a report, in characters: enough for a stack trace of the harness. */
const maxReason = 1_000

/** Shortens a text for the report and removes control characters, as the text may quote the target. */
function shortenFinding(text: string | undefined, maxLength: number): string | null {
  return text === undefined ? null : neutraliseStart(text, maxLength)
}

function buildResult(
  rule: Rule,
  outcome: Outcome,
  details: {
    readonly durationMs: number
    /** The command that runs the rule again. */
    readonly again: string
    /** True if the run created an account for this rule alone and has deleted it. */
    readonly ownAccount: boolean
    readonly expectedFailure?: RuleResult['expected_failure']
  },
): RuleResult {
  return {
    id: rule.id,
    title: rule.title,
    section: rule.section,
    statements: rule.judges,
    endpoint: rule.endpoint ?? outcome.endpoint ?? null,
    status: outcome.status,
    reason: shortenFinding(outcome.reason, maxReason),
    reason_kind: outcome.reasonKind ?? null,
    unlock: outcome.unlock ?? [],
    expected: shortenFinding(outcome.expected, maxFinding),
    actual: shortenFinding(outcome.actual, maxFinding),
    cause: outcome.cause ?? null,
    because: outcome.because ?? null,
    duration_ms: Math.round(details.durationMs),
    judged: outcome.judged ?? null,
    clock: outcome.clock ?? null,
    expected_failure: details.expectedFailure ?? null,
    again: isFailedOrErrored(outcome.status) ? details.again : null,
    own_account: details.ownAccount,
    exchanges: outcome.exchanges ?? [],
    deliveries: outcome.deliveries ?? [],
    walk: outcome.walk ?? null,
    broken: outcome.broken ?? null,
  }
}

/** Renders the command that runs these rules again with the same options. It takes keys and secrets from environment variables. */
export function renderRerunCommand(options: ConformanceOptions, rules: readonly Rule[]): string {
  const needs = rules.flatMap((rule) => (rule.kind === 'active' ? rule.needs : [])).flat()
  const isNeeded = (name: SimpleNeed): boolean => needs.some((need) => need === name)
  const words = ['drydock', 'conformance', options.baseUrl]
  const addOption = (name: string, value: string | undefined): void => {
    if (value !== undefined) words.push(name, value)
  }
  for (const { id } of rules) addOption('--only', id)
  if (options.control !== 'auto') addOption('--control', options.control)
  addOption('--profile', options.profileFile)
  if (options.pace === 'off') {
    words.push('--pace', 'off')
    if (options.allowLoad === true && !isNeeded('load')) words.push('--allow-load')
  }
  if (options.allowHttp === true) words.push('--allow-http')
  if (isNeeded('spend') && options.allowSpend === true) {
    words.push('--allow-spend')
    addOption('--max-spend', options.maxSpendCents?.toString())
  }
  if (isNeeded('load') && options.allowLoad === true) words.push('--allow-load')
  if (rules.some((rule) => rule.kind === 'active' && rule.explores === true)) {
    addOption('--explore', options.explore)
    addOption('--explore-seed', options.exploreSeed?.toString())
  }
  const waits = needs.some((need) => typeof need === 'object' && 'waitMs' in need)
  if (waits && options.allowWaitMs !== undefined)
    addOption('--allow-wait', formatOptionSpan(options.allowWaitMs))
  if (isNeeded('inbox')) {
    addOption('--webhook-listen', options.webhookListen)
    addOption('--webhook-public-url', options.webhookPublicUrl)
  }
  if (options.timeoutMs !== undefined && options.timeoutMs !== 30_000)
    addOption('--timeout', formatOptionSpan(options.timeoutMs))
  const headers = Object.keys(options.headers ?? {}).map(
    (name) => `--header "${name}: $${headerVariable(name)}"`,
  )
  return [...words.map(toShellWord), ...headers].join(' ')
}
