import type { Answer } from './answer.ts'
import { type Endpoint, operationOf } from './operation.ts'

/**
 * The fault at the target that made a rule fail. One fix at the target mends all rules with the same cause.
 * Part of the JSON report. `kind` says what is wrong. `endpoint`, `header` and `field` say where, `expected` and `got`
 * with which values, `attempt` at which attempt, and `fault` and `evidence` how the clock is wrong. For a broken rule,
 * `rule` is its id and `title` its sentence.
 */
export type Cause =
  /** The endpoint does not exist. */
  | { readonly kind: 'missing-endpoint'; readonly endpoint: string }
  | { readonly kind: 'missing-header'; readonly header: string }
  /** The header is present, but its value is not documented. */
  | { readonly kind: 'wrong-header'; readonly header: string }
  /** A field is missing, or is not what is documented. The endpoint is null for the envelope of errors. */
  | { readonly kind: 'missing-field'; readonly endpoint: string | null; readonly field: string }
  | { readonly kind: 'wrong-field'; readonly endpoint: string | null; readonly field: string }
  /** The body of a response is not JSON, or not the resource or list that it should be. */
  | { readonly kind: 'wrong-body'; readonly endpoint: string | null }
  /** A byte order mark stands before the JSON. */
  | { readonly kind: 'byte-order-mark' }
  /** A purchase sends no event, so that nothing in the event can be judged. */
  | { readonly kind: 'no-event' }
  /** The signature of an event is not that of its payload with the signing secret. */
  | { readonly kind: 'wrong-signature' }
  /** A failed delivery is not retried: `attempt` is the first attempt that does not come in time. */
  | { readonly kind: 'no-attempt'; readonly attempt: number }
  /** The delivery log is empty after a delivery. */
  | { readonly kind: 'empty-log' }
  /** No response came, or none that could be read. */
  | { readonly kind: 'no-answer'; readonly endpoint: string | null; readonly got: string }
  /** The control protocol does not move time correctly: time does not pass (`time`), or due work is not done (`due`). */
  | { readonly kind: 'wrong-clock'; readonly fault: 'time' | 'due'; readonly evidence: string }
  /** A valid request is refused. */
  | { readonly kind: 'refused'; readonly endpoint: string | null; readonly got: string }
  /** A request that must be refused with this code, or one of this category, is accepted. */
  | { readonly kind: 'not-refused'; readonly endpoint: string | null; readonly expected: string }
  /** A request is refused, but not with the documented status and code. */
  | { readonly kind: 'wrong-error'; readonly expected: string; readonly got: string }
  /** The target breaks another rule, and this rule cannot continue because of that. */
  | { readonly kind: 'broken-rule'; readonly rule: string; readonly title: string }

/** The kinds of causes. */
export type CauseKind = Cause['kind']

/** Returns the cause of a rule that cannot go on because the target breaks another rule. */
export function createBrokenRuleCause({ id, title }: { readonly id: string; readonly title: string }): Cause {
  return { kind: 'broken-rule', rule: id, title }
}

/** Returns a text that is the same for equal causes and different for others. */
export function causeKeyOf(cause: Cause): string {
  const { kind, ...rest } = cause
  return [kind, ...Object.values(rest).map(String)].join(' ')
}

const blockingKinds: readonly CauseKind[] = [
  'missing-endpoint',
  'missing-header',
  'wrong-header',
  'missing-field',
  'wrong-field',
  'wrong-body',
  'byte-order-mark',
  'no-event',
  'wrong-signature',
  'no-attempt',
  'empty-log',
  'broken-rule',
]

/**
 * Causes that may have several reasons at the target. For example, a retry may be missing after one kind of failed delivery
 * and come after the other kinds.
 */
const ambiguousKinds: readonly CauseKind[] = ['no-attempt']

/** Whether other rules cannot be judged because of a cause, since they need the missing or wrong part. */
export function blocksOtherRules({ kind }: Cause): boolean {
  return blockingKinds.includes(kind)
}

/** Whether a cause counts only if it is found by a rule whose `finds` names this kind of cause. */
export function needsOwnFinder({ kind }: Cause): boolean {
  return ambiguousKinds.includes(kind)
}

/** The files that labels link to. They are none of the thirteen operations. */
const labelFiles: readonly (readonly [RegExp, Endpoint])[] = [
  [/\/v1\/labels\/[^/]+\/download$/, 'GET /v1/labels/{id}/download'],
  [/\/v1\/sandbox\/labels\/./, 'GET /v1/sandbox/labels/{file}'],
]

/** Returns the endpoint of a response, as the specification writes it; null if it is not a documented one. */
export function endpointOf(answer: Answer | undefined): Endpoint | null {
  if (answer === undefined) return null
  return answer.operation === null ? fileEndpointOf(answer.request) : operationOf(answer.operation).endpoint
}

/** Returns the endpoint of the requested label file; null if the request is for something else. */
export function fileEndpointOf({
  method,
  path,
}: {
  readonly method: string
  readonly path: string
}): Endpoint | null {
  const [place = ''] = path.split('?')
  const file = method === 'GET' ? labelFiles.find(([form]) => form.test(place)) : undefined
  return file?.[1] ?? null
}
