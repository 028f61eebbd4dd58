import type { Answer } from './answer.ts'
import { type Endpoint, operationOf } from './operation.ts'

/**
 * The defect of the target that made a rule fail. One fix at the target repairs all rules with the same cause. Part of
 * the JSON report. `kind` says what is wrong. `endpoint`, `header` and `field` say where. `expected` and `got` are the
 * required and the actual response. `attempt` is the missing delivery attempt. `fault` and `evidence` say how the clock
 * is wrong. For a broken rule, `rule` is its id and `title` its sentence.
 */
export type Cause =
  /** The target does not have the endpoint. */
  | { readonly kind: 'missing-endpoint'; readonly endpoint: string }
  | { readonly kind: 'missing-header'; readonly header: string }
  /** A response header is present, but its value is not as documented. */
  | { readonly kind: 'wrong-header'; readonly header: string }
  /** A field is missing (`missing-field`) or not as documented (`wrong-field`). The endpoint is null for fields of the error object. */
  | { readonly kind: 'missing-field'; readonly endpoint: string | null; readonly field: string }
  | { readonly kind: 'wrong-field'; readonly endpoint: string | null; readonly field: string }
  /** The body of a response is not JSON, or not the resource or list that it should be. */
  | { readonly kind: 'wrong-body'; readonly endpoint: string | null }
  /** A response body has a byte order mark before the JSON. */
  | { readonly kind: 'byte-order-mark' }
  /** The target sends no webhook event after a purchase, so nothing in the event can be checked. */
  | { readonly kind: 'no-event' }
  /** The target signs webhook events wrongly: the signature is not that of the payload with the signing secret. */
  | { readonly kind: 'wrong-signature' }
  /** The target does not repeat a failed webhook delivery: `attempt` is the first attempt that does not come in time. */
  | { readonly kind: 'no-attempt'; readonly attempt: number }
  /** The target lists no webhook delivery in its log, although a delivery has arrived. */
  | { readonly kind: 'empty-log' }
  /** The target gave no response, or none that could be read. */
  | { readonly kind: 'no-answer'; readonly endpoint: string | null; readonly got: string }
  /** The control protocol moves the clock wrongly: no time passes (`time`), or the target does not do the work that is due (`due`). */
  | { readonly kind: 'wrong-clock'; readonly fault: 'time' | 'due'; readonly evidence: string }
  /** The target refuses a valid request. */
  | { readonly kind: 'refused'; readonly endpoint: string | null; readonly got: string }
  /** The target accepts a request that it must refuse with this error code, or with a code of this category. */
  | { readonly kind: 'not-refused'; readonly endpoint: string | null; readonly expected: string }
  /** The target refuses a request as it must, but with another status or error code than documented. */
  | { readonly kind: 'wrong-error'; readonly expected: string; readonly got: string }
  /** The target breaks another rule, so the rule that failed cannot continue. */
  | { readonly kind: 'broken-rule'; readonly rule: string; readonly title: string }

/** The kinds of causes of failures. */
export type CauseKind = Cause['kind']

/** Returns the cause for a rule that cannot continue because the target breaks another rule. */
export function createBrokenRuleCause({ id, title }: { readonly id: string; readonly title: string }): Cause {
  return { kind: 'broken-rule', rule: id, title }
}

/** Returns a text that identifies a cause of failures: equal causes have the same text. */
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
 * Kinds of causes that can have several reasons at the target. For example, the target may repeat deliveries after a
 * 500 response and not after a timeout.
 */
const ambiguousKinds: readonly CauseKind[] = ['no-attempt']

/** Returns true if a cause keeps other rules from being checked, since they need what is missing or wrong. */
export function blocksOtherRules({ kind }: Cause): boolean {
  return blockingKinds.includes(kind)
}

/** Returns true if failures with this kind of cause are attributed only to a rule that names the kind in its field `finds`. */
export function needsRuleAboutKind({ kind }: Cause): boolean {
  return ambiguousKinds.includes(kind)
}

/** The endpoints of the files that labels link to. They are none of the thirteen operations. */
const labelFiles: readonly (readonly [RegExp, Endpoint])[] = [
  [/\/v1\/labels\/[^/]+\/download$/, 'GET /v1/labels/{id}/download'],
  [/\/v1\/sandbox\/labels\/./, 'GET /v1/sandbox/labels/{file}'],
]

/** Returns the endpoint that a response came from, in the spelling of the specification; null if the endpoint is not documented. */
export function endpointOf(answer: Answer | undefined): Endpoint | null {
  if (answer === undefined) return null
  return answer.operation === null
    ? labelFileEndpointOf(answer.request)
    : operationOf(answer.operation).endpoint
}

/** Returns the endpoint of a requested label file; null if the request is for something else. */
export function labelFileEndpointOf({
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
