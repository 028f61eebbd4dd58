import { type Cause, causeKeyOf } from '../http/cause.ts'
import { findOperation } from '../http/operation.ts'
import { findErrorCode, statusOf } from '../http/spec-error.ts'
import type { RuleResult } from './report.ts'

/**
 * Creates a function that returns a key for the defect of the target that a failed rule shows. Rules that show the same
 * defect get the same key.
 */
export function createDefectKeyFinder(failures: readonly RuleResult[]): (result: RuleResult) => string {
  const byKey = new Map<string, RuleResult[]>()
  const findDefectKey = (result: RuleResult): string => {
    const finder = failures.find(({ id }) => id === result.because) ?? result
    return defectKeyOf(
      findRuleOfWalk(finder, failures) ??
        findErrorCodeRule(finder, failures) ??
        findRuleWithSameRefusal(finder, failures) ??
        finder,
    )
  }
  for (const result of failures) {
    const key = findDefectKey(result)
    byKey.set(key, [...(byKey.get(key) ?? []), result])
  }
  const broken = new Map(
    [...byKey].map(([key, members]) => [key, findBrokenOperation(members, failures) ?? key] as const),
  )
  return (result) => {
    const key = findDefectKey(result)
    return broken.get(key) ?? key
  }
}

/**
 * Returns a key for the defect that a failed rule shows: from its cause, else from the statement that a walk broke, or
 * its reason.
 */
export function defectKeyOf({ id, status, cause, reason, broken, expected, actual }: RuleResult): string {
  if (cause?.kind === 'missing-field' || cause?.kind === 'wrong-field')
    return fieldKeyOf(cause, { expected, actual })
  if (cause?.kind === 'wrong-error') return errorKeyOf(cause)
  if (cause !== null) return causeKeyOf(cause)
  if (status === 'failed' && expected?.startsWith(timestamps) === true) return `wrong-field ${timestamps}`
  if (broken !== null) return `walk ${broken.id}`
  return status === 'errored' ? `errored ${removeTargetValues(reason ?? '')}` : id
}

const timestamps = 'an ISO 8601 timestamp'

/**
 * Returns a key for a cause about a wrong error response. All errors with the right code and the same wrong status get
 * the same key, and so do all errors whose code is only spelled differently.
 */
function errorKeyOf(cause: Extract<Cause, { readonly kind: 'wrong-error' }>): string {
  const [status = '', code] = cause.got.split(' ')
  if (code === undefined) return causeKeyOf(cause)
  const words = cause.expected.split(' ')
  if (words.includes(code)) return `wrong-error status ${status}`
  const keepLetters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')
  const isSpelled = words.some((word) => keepLetters(word) === keepLetters(code))
  return isSpelled
    ? fieldKeyOf({ kind: 'wrong-field', endpoint: null, field: 'error.code' })
    : causeKeyOf(cause)
}

/**
 * Matches expectations about the form of a value, such as a timestamp. A service usually writes such values in the same
 * form in all resources.
 */
const sharedForm = /to be (an ISO 8601 timestamp|a date YYYY-MM-DD|true or false|a whole number|a number)/

/**
 * Returns a key for a cause about a missing or wrong field. A field of a resource gets the same key at all endpoints,
 * and so do all fields with the same wrong form.
 */
function fieldKeyOf(
  {
    kind,
    endpoint,
    field,
  }: { readonly kind: string; readonly endpoint: string | null; readonly field: string },
  { expected, actual }: Partial<Pick<RuleResult, 'expected' | 'actual'>> = {},
): string {
  const form = kind === 'wrong-field' ? sharedForm.exec(expected ?? '')?.[1] : undefined
  // Only a number that is written as a text has a wrong form; a fraction or a negative number is just a wrong value.
  const isForm = form === timestamps || actual?.includes('"') === true
  if (form !== undefined && isForm) return `${kind} ${form}`
  const [leaf = field, parent] = field.split('.').reverse()
  const resource = parent ?? endpoint?.split('/')[2] ?? 'none'
  return `${kind} ${resource.replace('[]', '').replace(/s$/, '')} ${leaf}`
}

/** If a random walk failed, returns the failed rule that is about the same defect of the target; undefined if there is none. */
function findRuleOfWalk(walked: RuleResult, failures: readonly RuleResult[]): RuleResult | undefined {
  const { broken, endpoint } = walked
  if (broken === null) return undefined
  const rules = failures.filter(
    (each) => each.status === 'failed' && each.broken === null && each.because === null,
  )
  const stated = rules.filter(
    (each) =>
      each.statements.includes(broken.id) &&
      (each.endpoint === null || endpoint === null || each.endpoint === endpoint),
  )
  return (
    rules.find((each) => showsSameDefect(walked, each)) ??
    stated.find((each) => each.endpoint === endpoint) ??
    stated[0]
  )
}

/** Returns true if a random walk and a rule show the same defect: the same field, or the same refusal, at the same endpoint. */
function showsSameDefect({ endpoint, expected, actual }: RuleResult, { cause }: RuleResult): boolean {
  if (cause === null || !('endpoint' in cause) || cause.endpoint === null) return false
  if (cause.endpoint !== endpoint) return false
  if (cause.kind === 'refused') return cause.got.split(' ').some((word) => actual?.includes(word) === true)
  if (cause.kind !== 'missing-field' && cause.kind !== 'wrong-field') return false
  const leaf = cause.field.split('.').at(-1) ?? cause.field
  return `${expected} ${actual}`.split(/[^\w[\]]+/).includes(leaf)
}

/** If an error has the right status and no readable code, returns the failed rule about the code of every error; otherwise undefined. */
function findErrorCodeRule(
  { status, expected, actual, reason, because }: RuleResult,
  failures: readonly RuleResult[],
): RuleResult | undefined {
  const text = status === 'failed' ? `${expected}, got ${actual}` : (reason ?? '')
  const [wanted = '', got = ''] = text.split(', got ')
  const [, answered] = /^(\d{3}) with /.exec(got) ?? []
  if (
    because !== null ||
    answered === undefined ||
    !wanted.split(' ').some((word) => isCodeWithStatus(word, answered))
  )
    return undefined
  return failures.find(
    (each) =>
      each.status === 'failed' &&
      (each.cause?.kind === 'missing-field' || each.cause?.kind === 'wrong-field') &&
      each.cause.endpoint === null &&
      ['error', 'error.code'].includes(each.cause.field),
  )
}

/** Returns true if a word is a documented error code with this status. */
function isCodeWithStatus(word: string, status: string): boolean {
  const code = findErrorCode(word)
  return code !== undefined && String(statusOf(code)) === status
}

/**
 * If a result shows that an operation refuses valid requests with an undocumented code, returns the failed rule that
 * found the same refusal; otherwise undefined.
 */
function findRuleWithSameRefusal(
  { status, endpoint, cause, actual }: RuleResult,
  failures: readonly RuleResult[],
): RuleResult | undefined {
  if (status !== 'failed' || endpoint === null || (cause !== null && cause.kind !== 'wrong-error'))
    return undefined
  return failures.find((each) => {
    if (each.status !== 'failed' || each.cause?.kind !== 'refused' || each.cause.endpoint !== endpoint)
      return false
    const [refusal = '', code] = each.cause.got.split(' ')
    const isUndocumented = code !== undefined && findErrorCode(code) === undefined
    return isUndocumented && actual?.includes(`${refusal} ${code}`) === true
  })
}

/**
 * Returns a key for an operation that responds to valid requests with 5xx, if all these results come from 5xx
 * responses. Everything that is wrong in the headers and bodies of these responses then has one cause.
 */
function findBrokenOperation(
  members: readonly RuleResult[],
  failures: readonly RuleResult[],
): string | undefined {
  const failed = members.filter(({ status, because }) => status === 'failed' && because === null)
  const seen = new Set(failed.map(lastServerErrorOf))
  const [only] = seen
  if (only === undefined || seen.size > 1) return undefined
  const refused = failures.find(
    ({ status, cause }) =>
      status === 'failed' &&
      cause?.kind === 'refused' &&
      only === `${cause.endpoint} ${cause.got.slice(0, 3)}`,
  )
  return refused === undefined ? undefined : defectKeyOf(refused)
}

/** If the last response was a 5xx, returns its endpoint and status: `GET /v1/wallet 500`. */
function lastServerErrorOf({ exchanges }: RuleResult): string | undefined {
  const { request, response } = exchanges.at(-1) ?? {}
  if (request === undefined || response == null || response.status < 500) return undefined
  const pathname = URL.canParse(request.url) ? new URL(request.url).pathname : request.url
  const operation = findOperation(request.method, pathname.slice(Math.max(0, pathname.indexOf('/v1/'))))
  return operation === undefined ? undefined : `${operation.endpoint} ${response.status}`
}

/** Removes from a reason all values that the target chose: quoted texts, ids, and numbers other than statuses. */
export function removeTargetValues(reason: string): string {
  return reason
    .replace(/"(?:[^"\\]|\\.)*"?/g, '"…"')
    .replace(/\b[a-z]+_\w{6,}\b/g, '…')
    .replace(/\b\d+(?:\.\d+)?\b/g, (number) => (/^[1-5]\d\d$/.test(number) ? number : '…'))
}
