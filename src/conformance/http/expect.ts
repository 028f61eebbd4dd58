import type { Answer } from './answer.ts'
import { type Cause, createBrokenRuleCause, endpointOf } from './cause.ts'
import { RuleBroken } from './failures.ts'
import { type Fields, fieldsOf, isObject } from './fields.ts'
import type { Endpoint } from './operation.ts'
import { showValue } from './show.ts'
import { type ErrorCode, findErrorCode, statusOf } from './spec-error.ts'

/** Checks one condition. Throws RuleBroken if it does not hold. */
export function expectThat(
  holds: boolean,
  broken: {
    readonly expected: string
    readonly actual: unknown
    readonly answer?: Answer | undefined
    readonly cause?: Cause | undefined
  },
): asserts holds {
  if (holds) return
  const { actual, ...rest } = broken
  throw new RuleBroken({ ...rest, actual: typeof actual === 'string' ? actual : showValue(actual) })
}

/** Checks one condition on a response. If it does not hold, throws RuleBroken with a description of the response. */
export function expectAnswer(
  answer: Answer,
  holds: boolean,
  expected: string,
  cause?: Cause | undefined,
): asserts holds {
  if (!holds) throw new RuleBroken({ expected, actual: describeAnswer(answer), answer, cause })
}

/**
 * Runs a check that belongs to another rule. If the check throws RuleBroken without a cause, throws RuleBroken with
 * that rule as the cause.
 */
export function checkOtherRule<Value>(
  rule: { readonly id: string; readonly title: string },
  check: () => Value,
): Value {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof RuleBroken) || error.cause !== undefined) throw error
    const { expected, actual, answer } = error
    throw new RuleBroken({ expected, actual, answer, cause: createBrokenRuleCause(rule) })
  }
}

/**
 * Returns the JSON body of a successful response. Any 2xx status is a success, unless the specification names one
 * (choices 8). Throws RuleBroken for any other response.
 */
export function expectSuccess(answer: Answer): unknown {
  expectAccepted(answer)
  // The message is built only if the body is wrong, as this function is called for many responses, most of them right.
  if (answer.json !== undefined) return answer.json
  throw new RuleBroken({
    expected: 'a JSON body',
    actual: describeBadBody(answer),
    answer,
    cause: causeOfBadBody(answer),
  })
}

const byteOrderMark = '\ufeff'

/**
 * Returns the cause of failures for a body that is not JSON. A byte order mark is a separate cause, as a target that
 * writes it does so before every body.
 */
function causeOfBadBody(answer: Answer): Cause {
  return answer.text.startsWith(byteOrderMark)
    ? { kind: 'byte-order-mark' }
    : { kind: 'wrong-body', endpoint: endpointOf(answer) }
}

function describeBadBody({ text }: Answer): string {
  if (text === '') return 'an empty body'
  return text.startsWith(byteOrderMark) ? 'a byte order mark before the JSON' : `a body of ${showValue(text)}`
}

/** Throws RuleBroken for a body that begins with a byte order mark, as parsers then find no error code in it. */
export function expectNoByteOrderMark(answer: Answer): void {
  if (!answer.text.startsWith(byteOrderMark)) return
  throw new RuleBroken({
    expected: 'a JSON body',
    actual: describeBadBody(answer),
    answer,
    cause: causeOfBadBody(answer),
  })
}

/** Throws RuleBroken unless the target accepted the request: any 2xx status, whatever the body. */
export function expectAccepted(answer: Answer): void {
  if (isSuccess(answer)) return
  throw new RuleBroken({
    expected: 'a 2xx response',
    actual: describeAnswer(answer),
    answer,
    cause: { kind: 'refused', endpoint: endpointOf(answer), got: describeStatusAndCode(answer) },
  })
}

/** Throws RuleBroken for a redirect, as it does not show whether the target refuses the key, scope or field in question. */
export function expectNoRedirect(answer: Answer): void {
  if (redirectTargetOf(answer) !== undefined) expectAccepted(answer)
}

/**
 * Returns the fields of the resource in a successful response: the body itself, or the object in it under the
 * resource's name or `data`. Throws RuleBroken if there is no such object.
 */
export function expectResource(answer: Answer, name: string): Fields {
  const body = expectSuccess(answer)
  if (isObject(body) && !Object.hasOwn(body, 'id')) {
    const wrapper = [name, 'data'].find((each) => isObject(body[each]))
    if (wrapper !== undefined) return fieldsOf(body[wrapper], wrapper, answer)
  }
  return fieldsOf(body, '', answer)
}

/**
 * Returns the fields of the error object in a response. Throws RuleBroken unless the response has one of the codes and
 * the documented status of that code.
 */
export function expectError(answer: Answer, ...codes: readonly [ErrorCode, ...ErrorCode[]]): Fields {
  const code = errorCodeOf(answer)
  const known = codes.find((each) => each === code)
  if (known !== undefined && answer.status === statusOf(known)) {
    return fieldsOf(isObject(answer.json) ? answer.json['error'] : undefined, 'error', answer)
  }
  if (!isSuccess(answer)) expectNoByteOrderMark(answer)
  expectNoRedirect(answer)
  const expected = codes.map((each) => `${statusOf(each)} ${each}`).join(' or ')
  throw new RuleBroken({
    expected,
    actual: describeAnswer(answer),
    answer,
    cause: isSuccess(answer)
      ? { kind: 'not-refused', endpoint: endpointOf(answer), expected: groupOfCode(codes[0]) }
      : { kind: 'wrong-error', expected, got: describeStatusAndCode(answer) },
  })
}

/**
 * Returns the error code by which failures are grouped. All VALIDATION codes count as one code, as a target that
 * validates one field validates all.
 */
function groupOfCode(code: ErrorCode): string {
  return code.startsWith('VALIDATION.') ? 'VALIDATION' : code
}

/** Describes a response by its status and error code: `404 RATE.NOT_FOUND`. */
export function describeStatusAndCode(answer: Answer): string {
  const code = errorCodeOf(answer)
  if (typeof code === 'string') return `${answer.status} ${code.slice(0, 80)}`
  const place = redirectTargetOf(answer)
  return place === undefined ? String(answer.status) : `${answer.status} to ${place}`
}

/** Returns the URL that a redirect leads to, without its query, which may hold secrets; undefined if the response is no redirect. */
function redirectTargetOf({ status, headers, request }: Answer): string | undefined {
  const location = headers['location']
  if (status < 300 || status > 399 || location === undefined) return undefined
  if (!URL.canParse(location, request.url)) return 'no URL'
  const { origin, pathname } = new URL(location, request.url)
  return `${origin}${pathname}`.slice(0, 200)
}

/** Returns true if a response has a 2xx status. */
export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status <= 299
}

/** Returns the unchecked value of `error.code` in a response; undefined if there is none. */
export function errorCodeOf({ json }: Answer): unknown {
  const error = isObject(json) ? json['error'] : undefined
  return isObject(error) ? error['code'] : undefined
}

/** Describes a response in a message: by status and error code (`404 RATE.NOT_FOUND`), or by status and the start of its body. */
export function describeAnswer(answer: Answer): string {
  const code = errorCodeOf(answer)
  if (typeof code === 'string') return `${answer.status} ${code}`
  const place = redirectTargetOf(answer)
  if (place !== undefined) return `${answer.status}, a redirect to ${place}; redirects are not followed`
  return `${answer.status} with ${answer.json === undefined ? showValue(answer.text.slice(0, 120)) : showValue(answer.json)}`
}

/** Returns the value of a header. Throws RuleBroken if the header is missing or empty. */
export function expectHeader(answer: Answer, name: string): string {
  const value = answer.headers[name.toLowerCase()]
  if (value !== undefined && value !== '') return value
  throw new RuleBroken({
    expected: `the header ${name}`,
    actual: value === undefined ? `no ${name}` : `an empty ${name}`,
    answer,
    cause: { kind: 'missing-header', header: name },
  })
}

/** Returns the whole number in a header. Throws RuleBroken if the header is missing or holds anything else. */
export function expectNumberHeader(answer: Answer, name: string): number {
  const value = expectHeader(answer, name)
  if (/^\d+$/.test(value)) return Number(value)
  throw new RuleBroken({
    expected: `a whole number in ${name}`,
    actual: showValue(value),
    answer,
    cause: { kind: 'wrong-header', header: name },
  })
}

/**
 * If the endpoint of a response seems to be missing on the target, returns the endpoint: the response is a 404, 405 or
 * 501 without a documented code. Otherwise null.
 */
export function findAbsentEndpoint(answer: Answer | undefined): Endpoint | null {
  if (answer === undefined || ![404, 405, 501].includes(answer.status)) return null
  return findErrorCode(errorCodeOf(answer)) === undefined ? endpointOf(answer) : null
}

/** If a response shows that its endpoint exists on the target, returns the endpoint; otherwise null. */
export function findPresentEndpoint(answer: Answer): Endpoint | null {
  if (answer.status >= 200 && answer.status <= 299) return endpointOf(answer)
  const code = findErrorCode(errorCodeOf(answer))
  // An AUTH error does not show that the endpoint exists: many servers check the key and the rate limit before the path.
  return code === undefined || code.startsWith('AUTH.') ? null : endpointOf(answer)
}
