import type { Answer } from './answer.ts'
import { type Endpoint, operationOf } from './operation.ts'

/**
 * The fault at the target that made a rule fail. One fix at the target mends all rules with the same cause.
 * Part of the JSON report. `kind` says what is wrong. `endpoint`, `header` and `field` say where, `expected` and `got`
 * with which values, `attempt` at which attempt, and `fault` and `evidence` how the clock is wrong. For a broken rule,
 * `rule` is its id and `title` its sentence.
 */
export type Cause =
  /** The target does not have the endpoint. */
  | { readonly kind: 'missing-endpoint'; readonly endpoint: string }
  | { readonly kind: 'missing-header'; readonly header: string }
  /** A response header is present, but its value is not as documented. */
  | { readonly kind: 'wrong-header'; readonly header: string }
  /** A response field is missing, or is not as documented. The endpoint is null for the envelope of errors. */
  | { readonly kind: 'missing-field'; readonly endpoint: string | null; readonly field: string }
  | { readonly kind: 'wrong-field'; readonly endpoint: string | null; readonly field: string }
  /** The body of a response is not JSON, or not the resource or list that it should be. */
  | { readonly kind: 'wrong-body'; readonly endpoint: string | null }
  /** A response body has a byte order mark before the JSON. */
  | { readonly kind: 'byte-order-mark' }
  /** The target sends no webhook event after a purchase, so nothing in the event can be checked. */
  | { readonly kind: 'no-event' }
  /** The signature of a webhook event is not that of its payload with the signing secret. */
  | { readonly kind: 'wrong-signature' }
  /** The target does not repeat a failed webhook delivery: `attempt` is the first attempt that does not come in time. */
  | { readonly kind: 'no-attempt'; readonly attempt: number }
  /** The target's log of webhook deliveries is empty after a delivery. */
  | { readonly kind: 'empty-log' }
  /** The target gave no response, or none that could be read. */
  | { readonly kind: 'no-answer'; readonly endpoint: string | null; readonly got: string }
  /** The control protocol does not move time correctly: time does not pass (`time`), or the target does not do what is due (`due`). */
  | { readonly kind: 'wrong-clock'; readonly fault: 'time' | 'due'; readonly evidence: string }
  /** The target refuses a valid request. */
  | { readonly kind: 'refused'; readonly endpoint: string | null; readonly got: string }
  /** The target accepts a request that it must refuse with this code, or one of this category. */
  | { readonly kind: 'not-refused'; readonly endpoint: string | null; readonly expected: string }
  /** The target refuses a request rightly, but not with the documented status and code. */
  | { readonly kind: 'wrong-error'; readonly expected: string; readonly got: string }
  /** The target breaks another rule, so this rule cannot continue. */
  | { readonly kind: 'broken-rule'; readonly rule: string; readonly title: string }

/** The kinds of causes of failures. */
export type CauseKind = Cause['kind']

/** Returns the cause for a rule that cannot continue because the target breaks another rule. */
export function createBrokenRuleCause({ id, title }: { readonly id: string; readonly title: string }): Cause {
  return { kind: 'broken-rule', rule: id, title }
}

/** Returns a text that is the same for equal causes of failures and different for others. */
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
 * Kinds of causes that may have several reasons at the target. For example, it may repeat deliveries after some kinds
 * of failure and not after others.
 */
const ambiguousKinds: readonly CauseKind[] = ['no-attempt']

/** Returns true if other rules cannot be checked because of this cause, since they need the missing or wrong part. */
export function blocksOtherRules({ kind }: Cause): boolean {
  return blockingKinds.includes(kind)
}

/** Returns true if other failures are attributed to this cause only if it is found by a rule whose `finds` names its kind. */
export function needsOwnFinder({ kind }: Cause): boolean {
  return ambiguousKinds.includes(kind)
}

/** The endpoints of the files that labels link to. They are none of the thirteen operations. */
const labelFiles: readonly (readonly [RegExp, Endpoint])[] = [
  [/\/v1\/labels\/[^/]+\/download$/, 'GET /v1/labels/{id}/download'],
  [/\/v1\/sandbox\/labels\/./, 'GET /v1/sandbox/labels/{file}'],
]

/** Returns the endpoint that a response came from, as the specification writes it; null if it is not a documented one. */
export function endpointOf(answer: Answer | undefined): Endpoint | null {
  if (answer === undefined) return null
  return answer.operation === null ? fileEndpointOf(answer.request) : operationOf(answer.operation).endpoint
}

/** Returns the endpoint of a requested label file; null if the request is for something else. */
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
