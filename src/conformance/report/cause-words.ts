import type { Cause, CauseKind } from '../http/cause.ts'
import type { RuleResult } from './report.ts'

/** The required value of each response header, in words for the developers of the target. */
const headers: Readonly<Record<string, string>> = {
  'X-RateLimit-Limit': 'how many requests a minute the endpoint takes, as a whole number',
  'X-RateLimit-Remaining': 'how many requests are left in the window, as a whole number',
  'X-RateLimit-Reset': 'when the window resets, in Unix seconds',
  'X-Request-Id': 'a unique id, in errors the same as error.request_id',
  'Retry-After': 'with every 429, the seconds to wait, as a whole number',
}

const endpointOrEveryError = (endpoint: string | null): string => endpoint ?? 'Every error'

/** The texts that explain a cause of failures of one kind to the developers of the target. */
interface CauseWords<Kind> {
  /** Returns the cause in a few words, as a title. */
  title(cause: Kind): string
  /** Describes the change that the target needs. */
  fix(cause: Kind, rule: RuleResult): string
  /** Describes what is missing at the target, so that a rule could not be checked, and names the rule (`finder`) that found this. */
  missing(cause: Kind, finder: string): string
}

const causes: { readonly [Kind in CauseKind]: CauseWords<Extract<Cause, { readonly kind: Kind }>> } = {
  'missing-endpoint': {
    title: ({ endpoint }) => `There is no ${endpoint}`,
    fix: ({ endpoint }, { actual }) =>
      `Add ${endpoint}; a valid request to it gets ${actual ?? 'no documented response'}.`,
    missing: ({ endpoint }, finder) => `${endpoint}, which ${finder} found missing`,
  },
  'missing-header': {
    title: ({ header }) => `No header ${header}`,
    fix: describeHeaderFix,
    missing: ({ header }, finder) => `${header}, which ${finder} found missing`,
  },
  'wrong-header': {
    title: ({ header }) => `${header} is not as documented`,
    fix: describeHeaderFix,
    missing: ({ header }, finder) => `${header}, which ${finder} found not as documented`,
  },
  'missing-field': {
    title: (cause) =>
      lacksEnvelope(cause)
        ? 'Errors come without the `error` object'
        : `${describeFieldPlace(cause)}: no ${cause.field}`,
    fix: (cause, rule) =>
      lacksEnvelope(cause)
        ? 'Return each error as JSON, also for unknown paths: an `error` object with code, message, suggestion, docs_url and request_id.'
        : describeExpected(rule),
    missing: ({ endpoint, field }, finder) =>
      `${field}${renderEndpointSuffix(endpoint)}, which ${finder} found missing`,
  },
  'wrong-field': {
    title: (cause) => `${describeFieldPlace(cause)}: ${cause.field} is not as documented`,
    fix: (_, rule) => describeExpected(rule),
    missing: ({ endpoint, field }, finder) =>
      `${field}${renderEndpointSuffix(endpoint)}, which ${finder} found not as documented`,
  },
  'wrong-body': {
    title: ({ endpoint }) => `${endpointOrEveryError(endpoint)}: the body is not the documented JSON`,
    fix: (_, rule) => describeExpected(rule),
    missing: ({ endpoint }, finder) =>
      `the body of ${endpointOrEveryError(endpoint)}, which ${finder} found not as documented`,
  },
  'byte-order-mark': {
    title: () => 'Bodies have a byte order mark before the JSON',
    fix: () =>
      'Send JSON in UTF-8 without the three bytes EF BB BF before it, in errors too: a JSON text must not begin with them, and parsers refuse it.',
    missing: (_, finder) => `JSON without a byte order mark before it, which ${finder} found`,
  },
  'no-event': {
    title: () => 'No webhook event comes after a purchase',
    fix: (_, { actual }) =>
      `Send an event to the webhook URL for each label that is bought, within seconds; there was ${actual ?? 'none'}.`,
    missing: (_, finder) => `an event of a purchase, which ${finder} found missing`,
  },
  'wrong-signature': {
    title: () => 'The signature of events is not as documented',
    fix: () =>
      'Send in PR-Signature the HMAC-SHA256 of the exact bytes of the body, keyed with the signing secret of the webhook.',
    missing: (_, finder) => `an event that is signed as documented, and ${finder} found a wrong signature`,
  },
  'no-attempt': {
    title: ({ attempt }) => `Attempt ${attempt} of a failed delivery does not arrive in time`,
    fix: (_, { expected }) =>
      `Repeat a delivery whose response is not 2xx${expected === null ? '' : `: ${expected}`}.`,
    missing: ({ attempt }, finder) =>
      `attempt ${attempt} of a delivery that failed, which ${finder} found missing`,
  },
  'empty-log': {
    title: () => 'The delivery log stays empty after a delivery',
    fix: () => 'List each delivery in GET /v1/webhooks/deliveries as soon as it was attempted.',
    missing: (_, finder) => `a delivery in the log, which ${finder} found empty`,
  },
  'wrong-clock': {
    title: ({ fault }) =>
      fault === 'time'
        ? 'The control protocol does not move time as it says'
        : 'The control protocol moves time, but the due work is not done',
    fix: ({ evidence }) => `Fix the control protocol, not the service: ${evidence}`,
    missing: (_, finder) =>
      `time that passes as the control protocol says, and ${finder} found that it does not`,
  },
  'no-answer': {
    title: ({ endpoint, got }) => `${endpoint ?? 'The target'} gives no usable response: ${got}`,
    fix: describeNoAnswerFix,
    missing: ({ endpoint }, finder) => `a response of ${endpoint ?? 'the target'}, and ${finder} got none`,
  },
  refused: {
    title: (cause) =>
      `${cause.endpoint ?? 'The target'} ${isRedirect(cause) ? 'redirects' : 'refuses'} valid requests: ${cause.got}`,
    fix: (cause) =>
      isRedirect(cause)
        ? `Respond to these requests at their own URL: ${cause.got} is a redirect, which the suite does not follow, as its keys are for the target alone.`
        : 'Accept these requests: the steps below show them and their responses.',
    missing: ({ endpoint, got }, finder) =>
      `a valid response of ${endpoint ?? 'the target'}, which ${finder} found refused (${got})`,
  },
  'not-refused': {
    title: ({ endpoint, expected }) =>
      expected === 'VALIDATION'
        ? `${endpoint ?? 'The target'} accepts requests with missing or wrong fields`
        : `${endpoint ?? 'The target'} accepts a request that must be refused as ${expected}`,
    fix: ({ expected }, { id, title, actual }) =>
      expected === 'VALIDATION'
        ? 'Check the body first: return 422 VALIDATION.FIELD.REQUIRED for a missing field, named in `field`, and 422 VALIDATION.FIELD.INVALID for a wrong one.'
        : `Respond with ${expected} and its documented status. ${id}: ${title} Now the response is ${actual}.`,
    missing: ({ endpoint }, finder) =>
      `a refusal by ${endpoint ?? 'the target'}, which ${finder} found missing`,
  },
  'wrong-error': {
    title: ({ got, expected }) => `${got} instead of ${expected}`,
    fix: ({ expected }, { id, title }) =>
      `Respond with ${expected}: both the status and error.code must be right. ${id}: ${title}`,
    missing: ({ got, expected }, finder) => `the response ${expected}, and ${finder} found ${got} instead`,
  },
  'broken-rule': {
    title: ({ title }) => `Broken rule: ${title}`,
    fix: (_, rule) => describeExpected(rule),
    missing: (_, finder) => `what ${finder} found broken`,
  },
}

/** Returns the texts for the kind of a cause. The types ensure that the texts fit the kind. */
function causeWordsOf({ kind }: Cause): CauseWords<Cause> {
  return causes[kind]
}

/** Returns a cause of failures in a few words, as a title. */
export function causeTitleOf(cause: Cause): string {
  return causeWordsOf(cause).title(cause)
}

/** Describes what is missing at the target, so that a rule could not be checked: `X-Request-Id, which HEAD-004 found missing`. */
export function describeMissingPart(cause: Cause, finder: string): string {
  return causeWordsOf(cause).missing(cause, finder)
}

/** Describes what to change at the target to remove a cause of failures, and names a response that showed the cause. */
export function causeFixOf(cause: Cause, rule: RuleResult): string {
  const isSomewhere = !('endpoint' in cause) || cause.endpoint === null
  return `${causeWordsOf(cause).fix(cause, rule)}${isSomewhere ? describeWhereSeen(rule) : ''}`
}

/** Names one response that shows a failure: ` Seen in the 404 to GET /v1/labels/lbl_0.`; empty if there is none. */
export function describeWhereSeen({ exchanges }: Pick<RuleResult, 'exchanges'>): string {
  const { request, response } = exchanges.at(-1) ?? {}
  if (request === undefined || response == null) return ''
  // The result may come from a report file, in which the URL of a request can be any text.
  const pathname = URL.canParse(request.url) ? new URL(request.url).pathname : request.url
  const path = pathname.length > maxPathLength ? `${pathname.slice(0, maxPathLength)}…` : pathname
  return ` Seen in the ${response.status} to ${request.method} ${path}.`
}

const maxPathLength = 60

function describeHeaderFix(
  { header }: { readonly header: string },
  { expected, actual }: RuleResult,
): string {
  if (header === 'PR-Signature') return `Send ${expected} with every event; now ${actual}.`
  return `Send ${header} with every response, errors too: ${headers[header] ?? expected}.`
}

function describeExpected({ expected, actual }: RuleResult): string {
  return expected === null ? 'Make it as documented.' : `Expected ${expected}; now ${actual}.`
}

/** Returns true if, by this cause, the target sends errors without the object `error`. */
function lacksEnvelope({
  endpoint,
  field,
}: {
  readonly endpoint: string | null
  readonly field: string
}): boolean {
  return endpoint === null && field === 'error'
}

const isRedirect = ({ got }: { readonly got: string }): boolean => /^3\d\d\b/.test(got)

/** Describes what to change at a target that gave no readable response. */
function describeNoAnswerFix({
  endpoint,
  got,
}: {
  readonly endpoint: string | null
  readonly got: string
}): string {
  const place = endpoint ?? 'these requests'
  if (got.includes('within'))
    return `Respond to ${place} sooner and completely, or allow more time with --timeout.`
  if (/longer than|levels|values/.test(got))
    return `End the body of ${place}: documented bodies are far shorter.`
  return `Respond to ${place} on a connection that stays open until the response is complete.`
}

const renderEndpointSuffix = (endpoint: string | null): string => (endpoint === null ? '' : ` of ${endpoint}`)

/** Names the place of a missing or wrong field: an endpoint, every error, or a webhook event. */
function describeFieldPlace({
  endpoint,
  field,
}: {
  readonly endpoint: string | null
  readonly field: string
}): string {
  if (endpoint !== null) return endpoint
  return field === 'error' || field.startsWith('error.') ? 'Every error' : 'Elsewhere'
}
