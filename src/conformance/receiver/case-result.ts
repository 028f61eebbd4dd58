import { formatOptionSpan } from '../duration.ts'
import { quoteText, toShellWord } from '../http/curl.ts'
import { neutraliseStart } from '../report/neutral-text.ts'
import { isFailedOrErrored, type RuleResult } from '../report/report.ts'
import type { Outcome } from '../runner/outcome.ts'
import type { ReceiverCase } from './case.ts'
import type { CheckedOptions } from './options.ts'
import type { Reply } from './sender.ts'
import { secretVariable } from './signing.ts'

/** How many exchanges the report shows for a case at most. */
const maxExchanges = 5
const maxText = 500

/** Builds the result of an examination case for the report, with secrets masked. */
export function buildCaseResult(
  each: ReceiverCase,
  outcome: Outcome,
  {
    options,
    effectCommand,
    replies,
    durationMs,
    redact,
  }: {
    readonly options: CheckedOptions
    readonly effectCommand: string | undefined
    readonly replies: readonly Reply[]
    readonly durationMs: number
    redact(text: string): string
  },
): RuleResult {
  const { id, title, severity, judges } = each
  const { status, reason, expected, actual } = outcome
  const redactPart = (text: string | undefined): string | null =>
    text === undefined ? null : neutraliseStart(redact(text), maxText)
  const isTolerated = severity === 'advice' && options.failOn === 'error' && isFailedOrErrored(status)
  return {
    id,
    title,
    severity,
    section: 'Events',
    statements: judges,
    endpoint: null,
    status,
    reason: redactPart(reason),
    reason_kind: outcome.reasonKind ?? null,
    unlock: outcome.unlock ?? [],
    expected: redactPart(expected),
    actual: redactPart(actual),
    cause: null,
    because: outcome.because ?? null,
    duration_ms: Math.round(durationMs),
    judged: null,
    clock: null,
    expected_failure: isTolerated
      ? { reason: 'it fails the examination only with --fail-on advice', issue: null, stale: false }
      : null,
    again: isFailedOrErrored(status) ? redact(buildRerunCommand(each, options, effectCommand)) : null,
    own_account: false,
    exchanges: selectShownExchanges(replies),
    deliveries: [],
    walk: null,
    broken: null,
  }
}

/** Selects the exchanges of an examination case that the report shows: the first one, and the last ones. */
function selectShownExchanges(replies: readonly Reply[]): RuleResult['exchanges'] {
  const shown =
    replies.length > maxExchanges ? [...replies.slice(0, 1), ...replies.slice(1 - maxExchanges)] : replies
  return shown.map((reply) => reply.show())
}

/** Builds the command that runs an examination case again. It takes the secret from an environment variable. */
function buildRerunCommand(
  { id, needsEffects }: ReceiverCase,
  { url, statusUnauthorized, timeoutMs, failOn }: CheckedOptions,
  effectCommand = '…',
): string {
  const words = ['drydock', 'webhook', 'examine', toShellWord(url), '--secret', `"$${secretVariable}"`]
  words.push('--only', id)
  if (statusUnauthorized !== 401) words.push('--status-unauthorized', String(statusUnauthorized))
  if (timeoutMs !== 10_000) words.push('--timeout', formatOptionSpan(timeoutMs))
  if (failOn === 'advice') words.push('--fail-on', failOn)
  if (needsEffects === true) words.push('--effect-command', quoteText(effectCommand))
  return words.join(' ')
}
