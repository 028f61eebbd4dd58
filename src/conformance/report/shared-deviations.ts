import { type Cause, causeKeyOf } from '../http/cause.ts'
import { findOperation } from '../http/operation.ts'
import { findErrorCode, statusOf } from '../http/spec-error.ts'
import type { RuleResult } from './report.ts'

/** Creates a function that returns the same key for failed rules that show the same fault of the target, and different keys for others. */
export function createDeviationKeys(red: readonly RuleResult[]): (result: RuleResult) => string {
  const byKey = new Map<string, RuleResult[]>()
  const findDeviationKey = (result: RuleResult): string => {
    const finder = red.find(({ id }) => id === result.because) ?? result
    return deviationKeyOf(
      findRuleOfWalk(finder, red) ??
        findErrorCodeRule(finder, red) ??
        findRuleWithSameRefusal(finder, red) ??
        finder,
    )
  }
  for (const result of red) {
    const key = findDeviationKey(result)
    byKey.set(key, [...(byKey.get(key) ?? []), result])
  }
  const broken = new Map(
    [...byKey].map(([key, members]) => [key, findBrokenOperation(members, red) ?? key] as const),
  )
  return (result) => {
    const key = findDeviationKey(result)
    return broken.get(key) ?? key
  }
}

/** Returns a key for the fault that a failed rule shows: from its cause, or else from its statement or reason. */
export function deviationKeyOf({ id, status, cause, reason, broken, expected, actual }: RuleResult): string {
  if (cause?.kind === 'missing-field' || cause?.kind === 'wrong-field')
    return fieldKeyOf(cause, { expected, actual })
  if (cause?.kind === 'wrong-error') return errorKeyOf(cause)
  if (cause !== null) return causeKeyOf(cause)
  if (status === 'failed' && expected?.startsWith(timestamps) === true) return `wrong-field ${timestamps}`
  if (broken !== null) return `walk ${broken.id}`
  return status === 'errored' ? `errored ${withoutValues(reason ?? '')}` : id
}

const timestamps = 'an ISO 8601 timestamp'

/**
 * Returns a key for a wrong error. All errors with the right code and the same wrong status share a key, and so do
 * all errors whose code is spelled differently.
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
 * Matches expectations about the form of values, such as timestamps and amounts, which a service gets right or wrong
 * in all resources alike.
 */
const sharedForm = /to be (an ISO 8601 timestamp|a date YYYY-MM-DD|true or false|a whole number|a number)/

/**
 * Returns a key for a missing or wrong field. A field of a resource has the same key at all endpoints, and all fields
 * with the same wrong form share a key.
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
  // A number written as text has a wrong form; a fraction or a negative number is only a wrong value.
  const isForm = form === timestamps || actual?.includes('"') === true
  if (form !== undefined && isForm) return `${kind} ${form}`
  const [leaf = field, parent] = field.split('.').reverse()
  const resource = parent ?? endpoint?.split('/')[2] ?? 'none'
  return `${kind} ${resource.replace('[]', '').replace(/s$/, '')} ${leaf}`
}

/** Finds the failed rule about the fault that a random walk has shown; undefined if there is none, or the result is not of a walk. */
function findRuleOfWalk(walked: RuleResult, red: readonly RuleResult[]): RuleResult | undefined {
  const { broken, endpoint } = walked
  if (broken === null) return undefined
  const rules = red.filter(
    (each) => each.status === 'failed' && each.broken === null && each.because === null,
  )
  const stated = rules.filter(
    (each) =>
      each.statements.includes(broken.id) &&
      (each.endpoint === null || endpoint === null || each.endpoint === endpoint),
  )
  return (
    rules.find((each) => showsSameDeviation(walked, each)) ??
    stated.find((each) => each.endpoint === endpoint) ??
    stated[0]
  )
}

/** Returns true if a random walk shows the same fault as a rule: the same field, or the same refusal, at the same endpoint. */
function showsSameDeviation({ endpoint, expected, actual }: RuleResult, { cause }: RuleResult): boolean {
  if (cause === null || !('endpoint' in cause) || cause.endpoint === null) return false
  if (cause.endpoint !== endpoint) return false
  if (cause.kind === 'refused') return cause.got.split(' ').some((word) => actual?.includes(word) === true)
  if (cause.kind !== 'missing-field' && cause.kind !== 'wrong-field') return false
  const leaf = cause.field.split('.').at(-1) ?? cause.field
  return `${expected} ${actual}`.split(/[^\w[\]]+/).includes(leaf)
}

/** Returns the failed rule about the code of every error if a result shows an error with the right status and no readable code; else undefined. */
function findErrorCodeRule(
  { status, expected, actual, reason, because }: RuleResult,
  red: readonly RuleResult[],
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
  return red.find(
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
 * found the same; else undefined.
 */
function findRuleWithSameRefusal(
  { status, endpoint, cause, actual }: RuleResult,
  red: readonly RuleResult[],
): RuleResult | undefined {
  if (status !== 'failed' || endpoint === null || (cause !== null && cause.kind !== 'wrong-error'))
    return undefined
  return red.find((each) => {
    if (each.status !== 'failed' || each.cause?.kind !== 'refused' || each.cause.endpoint !== endpoint)
      return false
    const [refusal = '', code] = each.cause.got.split(' ')
    const isUndocumented = code !== undefined && findErrorCode(code) === undefined
    return isUndocumented && actual?.includes(`${refusal} ${code}`) === true
  })
}

/**
 * If an operation responds to valid requests with 5xx and all these results come from such responses, returns a key
 * for the operation. Every problem in the headers and bodies of these responses has the same cause.
 */
function findBrokenOperation(members: readonly RuleResult[], red: readonly RuleResult[]): string | undefined {
  const failed = members.filter(({ status, because }) => status === 'failed' && because === null)
  const seen = new Set(failed.map(lastServerErrorOf))
  const [only] = seen
  if (only === undefined || seen.size > 1) return undefined
  const refused = red.find(
    ({ status, cause }) =>
      status === 'failed' &&
      cause?.kind === 'refused' &&
      only === `${cause.endpoint} ${cause.got.slice(0, 3)}`,
  )
  return refused === undefined ? undefined : deviationKeyOf(refused)
}

/** Returns the endpoint and status of the last exchange if an operation responded with 5xx: `GET /v1/wallet 500`. */
function lastServerErrorOf({ exchanges }: RuleResult): string | undefined {
  const { request, response } = exchanges.at(-1) ?? {}
  if (request === undefined || response == null || response.status < 500) return undefined
  const pathname = URL.canParse(request.url) ? new URL(request.url).pathname : request.url
  const operation = findOperation(request.method, pathname.slice(Math.max(0, pathname.indexOf('/v1/'))))
  return operation === undefined ? undefined : `${operation.endpoint} ${response.status}`
}

/** Removes values that the target chose from a reason: quoted texts, ids and numbers that are no status. */
export function withoutValues(reason: string): string {
  return reason
    .replace(/"(?:[^"\\]|\\.)*"?/g, '"…"')
    .replace(/\b[a-z]+_\w{6,}\b/g, '…')
    .replace(/\b\d+(?:\.\d+)?\b/g, (number) => (/^[1-5]\d\d$/.test(number) ? number : '…'))
}
