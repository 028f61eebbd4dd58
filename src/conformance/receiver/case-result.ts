import { formatOptionSpan } from '../duration.ts'
import { quoteText, toShellWord } from '../http/curl.ts'
import { neutraliseStart } from '../report/neutral-text.ts'
import { isRed, type RuleResult } from '../report/report.ts'
import type { Outcome } from '../runner/outcome.ts'
import type { ReceiverCase } from './case.ts'
import type { CheckedOptions } from './options.ts'
import type { Reply } from './sender.ts'
import { secretVariable } from './signing.ts'

/** The most exchanges that a result shows: the first, and the last ones. */
const maxExchanges = 5
const maxText = 500

/** Makes the result of a case as the report has it. */
export function resultOfCase(
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
  const shown = (text: string | undefined): string | null =>
    text === undefined ? null : neutraliseStart(redact(text), maxText)
  const isTolerated = severity === 'advice' && options.failOn === 'error' && isRed(status)
  return {
    id,
    title,
    severity,
    section: 'Events',
    statements: judges,
    endpoint: null,
    status,
    reason: shown(reason),
    reason_kind: outcome.reasonKind ?? null,
    unlock: outcome.unlock ?? [],
    expected: shown(expected),
    actual: shown(actual),
    cause: null,
    because: outcome.because ?? null,
    duration_ms: Math.round(durationMs),
    judged: null,
    clock: null,
    expected_failure: isTolerated
      ? { reason: '--fail-on advice makes it count', issue: null, stale: false }
      : null,
    again: isRed(status) ? redact(commandFor(each, options, effectCommand)) : null,
    own_account: false,
    exchanges: exchangesOf(replies),
    deliveries: [],
    walk: null,
    broken: null,
  }
}

function exchangesOf(replies: readonly Reply[]): RuleResult['exchanges'] {
  const shown =
    replies.length > maxExchanges ? [...replies.slice(0, 1), ...replies.slice(1 - maxExchanges)] : replies
  return shown.map((reply) => reply.show())
}

/** Makes the command that runs a case again. The secret comes from the environment, and the command says so. */
function commandFor(
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
