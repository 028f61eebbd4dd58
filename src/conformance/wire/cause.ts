import type { Answer } from './answer.ts'
import { type Endpoint, operationOf } from './operation.ts'

/** What has to be mended at the target: whatever fails for one cause is mended together. It goes into the JSON report. */
export type Cause =
  /** Nothing is at an endpoint. */
  | { readonly kind: 'missing-endpoint'; readonly endpoint: string }
  | { readonly kind: 'missing-header'; readonly header: string }
  /** The header is there, and no documented value is in it. */
  | { readonly kind: 'wrong-header'; readonly header: string }
  /** A field is not there, or is something else than documented. No endpoint: the envelope of every error. */
  | { readonly kind: 'missing-field'; readonly endpoint: string | null; readonly field: string }
  | { readonly kind: 'wrong-field'; readonly endpoint: string | null; readonly field: string }
  /** The body of an answer is no JSON, or not the resource or list it should be. */
  | { readonly kind: 'wrong-body'; readonly endpoint: string | null }
  /** A byte order mark stands before the JSON. */
  | { readonly kind: 'byte-order-mark' }
  /** No event comes of a purchase: nothing is known of what would be in it. */
  | { readonly kind: 'no-event' }
  /** An event is signed otherwise than by its payload and the signing secret. */
  | { readonly kind: 'wrong-signature' }
  /** A delivery that failed is not made again: this attempt is the first that does not come in its time. */
  | { readonly kind: 'no-attempt'; readonly attempt: number }
  /** The log of deliveries stays empty after a delivery. */
  | { readonly kind: 'empty-log' }
  /** No answer came that could be taken in. */
  | { readonly kind: 'no-answer'; readonly endpoint: string | null; readonly got: string }
  /** The control protocol moves time otherwise than it says: it does not pass, or what is due in it does not happen. */
  | { readonly kind: 'wrong-clock'; readonly fault: 'time' | 'due'; readonly evidence: string }
  /** A good request is refused. */
  | { readonly kind: 'refused'; readonly endpoint: string | null; readonly got: string }
  /** What should be refused with this code, or with any of this kind, is taken. */
  | { readonly kind: 'not-refused'; readonly endpoint: string | null; readonly expected: string }
  /** It is refused, and not as documented. */
  | { readonly kind: 'wrong-error'; readonly expected: string; readonly got: string }
  /** What another rule is about is not so: it was met on the way to something else. */
  | { readonly kind: 'broken-rule'; readonly rule: string; readonly title: string }

export type CauseKind = Cause['kind']

/** What a rule has met on the way where it breaks another, about something else than its own. */
export function brokenRule({ id, title }: { readonly id: string; readonly title: string }): Cause {
  return { kind: 'broken-rule', rule: id, title }
}

/** One text for each cause; two failures with the same are mended together. */
export function keyOf(cause: Cause): string {
  const { kind, ...rest } = cause
  return [kind, ...Object.values(rest).map(String)].join(' ')
}

const wants: readonly CauseKind[] = [
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
 * Causes that only a rule which asks for nothing else can find: each rule about one kind of failure says for itself that it is not
 * made again, unless none is.
 */
const general: readonly CauseKind[] = ['no-attempt']

/** Whether a cause is the want of something that other rules need before they can judge anything. */
export function blocksOtherRules({ kind }: Cause): boolean {
  return wants.includes(kind)
}

/** Whether only rules that `finds` says so of can find it. */
export function isGeneral({ kind }: Cause): boolean {
  return general.includes(kind)
}

/** What labels lead to, besides the thirteen. */
const labelFiles: readonly (readonly [RegExp, Endpoint])[] = [
  [/\/v1\/labels\/[^/]+\/download$/, 'GET /v1/labels/{id}/download'],
  [/\/v1\/sandbox\/labels\/.+$/, 'GET /v1/sandbox/labels/{file}'],
]

/** The endpoint that an answer is of, as the specification writes it; null where it is none of those. */
export function endpointOf(answer: Answer | undefined): Endpoint | null {
  if (answer === undefined) return null
  return answer.operation === null ? fileEndpointOf(answer.request) : operationOf(answer.operation).endpoint
}

/** The endpoint of a file that a label leads to; null where it is none. */
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
