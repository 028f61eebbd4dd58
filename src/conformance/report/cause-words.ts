import type { Cause } from '../wire/cause.ts'
import type { RuleResult } from './report.ts'

/** What each header must hold, for those who mend the target. */
const headers: Readonly<Record<string, string>> = {
  'X-RateLimit-Limit': 'how many requests a minute the endpoint takes, as a whole number',
  'X-RateLimit-Remaining': 'how many requests are left in the window, as a whole number',
  'X-RateLimit-Reset': 'when the window resets, in Unix seconds',
  'X-Request-Id': 'an id of its own, the same as in error.request_id',
  'Retry-After': 'with every 429 the whole seconds to wait',
}

const where = (endpoint: string | null): string => endpoint ?? 'Every error'

/** The title of a cause, in a few words. */
export function titleOf(cause: Cause): string {
  switch (cause.kind) {
    case 'missing-endpoint':
      return `Nothing is at ${cause.endpoint}`
    case 'missing-header':
      return `No header ${cause.header}`
    case 'wrong-header':
      return `${cause.header} is not as documented`
    case 'missing-field':
      if (isEnvelope(cause)) return 'Errors come without the `error` object'
      return `${whereOf(cause)}: no ${cause.field}`
    case 'wrong-field':
      return `${whereOf(cause)}: ${cause.field} is not as documented`
    case 'wrong-body':
      return `${where(cause.endpoint)}: the body is not the documented JSON`
    case 'byte-order-mark':
      return 'A byte order mark stands before the JSON of bodies'
    case 'no-event':
      return 'No event comes after a purchase'
    case 'wrong-signature':
      return 'Events are signed otherwise than documented'
    case 'no-attempt':
      return `Attempt ${cause.attempt} of a delivery that fails does not come in its time`
    case 'empty-log':
      return 'The log stays empty after a delivery'
    case 'refused':
      return `${cause.endpoint ?? 'The target'} ${isRedirect(cause) ? 'redirects' : 'refuses'} good requests: ${cause.got}`
    case 'wrong-clock':
      return cause.fault === 'time'
        ? 'The control protocol does not move time as it says'
        : 'The control protocol moves time, and nothing that is due in it happens'
    case 'no-answer':
      return `${cause.endpoint ?? 'The target'} gives no usable answer: ${cause.got}`
    case 'not-refused':
      return cause.expected === 'VALIDATION'
        ? `${cause.endpoint ?? 'The target'} takes requests with missing or wrong fields`
        : `${cause.endpoint ?? 'The target'} takes what is to be refused as ${cause.expected}`
    case 'wrong-error':
      return `${cause.got} instead of ${cause.expected}`
    case 'broken-rule':
      return `Not so: ${cause.title}`
  }
}

/** What to change at the target for a cause, and in which answer it was seen. */
export function fixOf(cause: Cause, rule: RuleResult): string {
  const isSomewhere = !('endpoint' in cause) || cause.endpoint === null
  return isSomewhere ? `${changeOf(cause, rule)}${seenIn(rule)}` : changeOf(cause, rule)
}

/** The answer that shows a failure which many answers may have: ` Seen in the 404 to GET /v1/labels/lbl_0.`; empty if there is none. */
export function seenIn({ exchanges }: Pick<RuleResult, 'exchanges'>): string {
  const { request, response } = exchanges.at(-1) ?? {}
  if (request === undefined || response == null) return ''
  // The report may be read from a file, whose URLs can be anything.
  const pathname = URL.canParse(request.url) ? new URL(request.url).pathname : request.url
  const path = pathname.length > longestPath ? `${pathname.slice(0, longestPath)}…` : pathname
  return ` Seen in the ${response.status} to ${request.method} ${path}.`
}

const longestPath = 60

function changeOf(cause: Cause, { id, title, expected, actual }: RuleResult): string {
  switch (cause.kind) {
    case 'missing-endpoint':
      return `Add ${cause.endpoint}; a good request to it gets ${actual ?? 'no documented answer'}.`
    case 'missing-header':
    case 'wrong-header':
      if (cause.header === 'PR-Signature') return `Send ${expected} with every event; now ${actual}.`
      return `Send ${cause.header} with every answer, errors too: ${headers[cause.header] ?? expected}.`
    case 'missing-field':
      if (isEnvelope(cause)) {
        return 'Answer each error with JSON, also where nothing is at a path: an `error` object with code, message, suggestion, docs_url and request_id.'
      }
      return expectedOf(expected, actual)
    case 'wrong-field':
    case 'wrong-body':
    case 'broken-rule':
      return expectedOf(expected, actual)
    case 'byte-order-mark':
      return 'Send JSON in UTF-8 without the three bytes EF BB BF before it, in errors too: a JSON text must not begin with them, and parsers refuse it.'
    case 'no-event':
      return `Send an event to the webhook URL for each label that is bought, within seconds; there was ${actual ?? 'none'}.`
    case 'wrong-signature':
      return 'Put the HMAC-SHA256 of the very bytes that are sent into PR-Signature, keyed with the signing secret of the webhook.'
    case 'no-attempt':
      return `Make a delivery that is not answered with 2xx again${expected === null ? '' : `: ${expected}`}.`
    case 'empty-log':
      return 'List each delivery in GET /v1/webhooks/deliveries once it was tried.'
    case 'wrong-clock':
      return `Mend the control protocol, not the service: ${cause.evidence}`
    case 'no-answer':
      return fixOfSilence(cause)
    case 'refused':
      if (isRedirect(cause)) {
        return `Answer these requests where they are sent: ${cause.got} is a redirect, and the suite follows none, since its keys are for the target alone.`
      }
      return 'Take these requests: the steps below show them, and what they were answered.'
    case 'not-refused':
      return cause.expected === 'VALIDATION'
        ? 'Check the body before anything is done: 422 VALIDATION.FIELD.REQUIRED for what is missing, with its `field`, and 422 VALIDATION.FIELD.INVALID for what is wrong.'
        : `Answer with ${cause.expected} and its documented status. ${id}: ${title} Now it is ${actual}.`
    case 'wrong-error':
      return `Answer with ${cause.expected}, status and error.code alike. ${id}: ${title}`
  }
}

/** What a rule that could not be judged lacks, and which rule found that: `X-Request-Id, which HEAD-004 found missing`. */
export function missingWords(cause: Cause, finder: string): string {
  switch (cause.kind) {
    case 'missing-endpoint':
      return `${cause.endpoint}, which ${finder} found missing`
    case 'missing-header':
      return `${cause.header}, which ${finder} found missing`
    case 'wrong-header':
      return `${cause.header}, which ${finder} found not as documented`
    case 'missing-field':
      return `${cause.field}${inAnswers(cause.endpoint)}, which ${finder} found missing`
    case 'wrong-field':
      return `${cause.field}${inAnswers(cause.endpoint)}, which ${finder} found not as documented`
    case 'wrong-body':
      return `the body of ${where(cause.endpoint)}, which ${finder} found not as documented`
    case 'byte-order-mark':
      return `JSON without a byte order mark before it, which ${finder} found`
    case 'no-event':
      return `an event of a purchase, and none came: ${finder}`
    case 'wrong-signature':
      return `an event that is signed as documented, and ${finder} found another signature`
    case 'no-attempt':
      return `attempt ${cause.attempt} of a delivery that failed, which ${finder} found missing`
    case 'empty-log':
      return `a delivery in the log, and it stayed empty: ${finder}`
    case 'wrong-clock':
      return `time that passes as the control protocol says, and ${finder} found that it does not`
    case 'no-answer':
      return `an answer of ${cause.endpoint ?? 'the target'}, and ${finder} got none`
    case 'refused':
      return `a good answer of ${cause.endpoint ?? 'the target'}, which ${finder} found refused (${cause.got})`
    case 'not-refused':
      return `a refusal by ${cause.endpoint ?? 'the target'}, which ${finder} found missing`
    case 'wrong-error':
      return `the answer ${cause.expected}, instead of which ${finder} found ${cause.got}`
    case 'broken-rule':
      return `what ${finder} found not so`
  }
}

function expectedOf(expected: string | null, actual: string | null): string {
  return expected === null ? 'Make it as documented.' : `Expected ${expected}; now ${actual}.`
}

/** Whether a cause says that errors have no envelope at all. */
function isEnvelope({
  endpoint,
  field,
}: {
  readonly endpoint: string | null
  readonly field: string
}): boolean {
  return endpoint === null && field === 'error'
}

const isRedirect = ({ got }: { readonly got: string }): boolean => /^3\d\d\b/.test(got)

/** What to change if no readable answer came. */
function fixOfSilence({ endpoint, got }: { readonly endpoint: string | null; readonly got: string }): string {
  const place = endpoint ?? 'these requests'
  if (got.includes('within')) return `Answer ${place} sooner, whole, or give it longer with --timeout.`
  if (/longer than|levels/.test(got)) return `End the body of ${place}: what is documented is far shorter.`
  return `Answer ${place} on a connection that stays open until the answer is whole.`
}

const inAnswers = (endpoint: string | null): string => (endpoint === null ? '' : ` of ${endpoint}`)

/** Where a field is: at an endpoint, in the envelope of errors, or in an event. */
function whereOf({ endpoint, field }: { readonly endpoint: string | null; readonly field: string }): string {
  if (endpoint !== null) return endpoint
  return field === 'error' || field.startsWith('error.') ? 'Every error' : 'Elsewhere'
}
