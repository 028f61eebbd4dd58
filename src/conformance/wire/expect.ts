import type { Answer } from './answer.ts'
import { brokenRule, type Cause, endpointOf } from './cause.ts'
import { RuleBroken } from './failures.ts'
import { type Fields, fieldsOf, isObject } from './fields.ts'
import { show } from './show.ts'
import { type ErrorCode, statusOf } from './spec-error.ts'

/** The verdict on one condition. Throws RuleBroken where it does not hold. */
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
  throw new RuleBroken({ ...rest, actual: typeof actual === 'string' ? actual : show(actual) })
}

/** Judges what another rule is about: what breaks is that rule's finding, where it fails for it too. */
export function judgeAs<Value>(
  rule: { readonly id: string; readonly title: string },
  judge: () => Value,
): Value {
  try {
    return judge()
  } catch (error) {
    if (!(error instanceof RuleBroken) || error.cause !== undefined) throw error
    const { expected, actual, answer } = error
    throw new RuleBroken({ expected, actual, answer, cause: brokenRule(rule) })
  }
}

/** Any 2xx with a JSON body: what a success is where no status is stated (choices 8). Gives the body. */
export function expectSuccess(answer: Answer): unknown {
  expectAccepted(answer)
  // What was found is put into words only where something is amiss: most answers are as they should be.
  if (answer.json !== undefined) return answer.json
  throw new RuleBroken({
    expected: 'a JSON body',
    actual: noJson(answer),
    answer,
    cause: causeOfNoJson(answer),
  })
}

const mark = '\ufeff'

/** Whatever writes a mark before one body writes it before all of them. */
function causeOfNoJson(answer: Answer): Cause {
  return answer.text.startsWith(mark)
    ? { kind: 'byte-order-mark' }
    : { kind: 'wrong-body', endpoint: endpointOf(answer) }
}

/** Why a body is no JSON, as far as it can be seen. */
function noJson({ text }: Answer): string {
  if (text === '') return 'an empty body'
  return text.startsWith(mark) ? 'a byte order mark before the JSON' : `a body of ${show(text)}`
}

/** The body of an error may well hold what it should: where a byte order mark hides it, that is what is wrong. */
export function expectNoByteOrderMark(answer: Answer): void {
  if (!answer.text.startsWith(mark)) return
  throw new RuleBroken({
    expected: 'a JSON body',
    actual: noJson(answer),
    answer,
    cause: causeOfNoJson(answer),
  })
}

/** Any 2xx, whatever is in it: the request is good. */
export function expectAccepted(answer: Answer): void {
  if (isSuccess(answer)) return
  throw new RuleBroken({
    expected: 'a 2xx answer',
    actual: summary(answer),
    answer,
    cause: { kind: 'refused', endpoint: endpointOf(answer), got: statusAndCode(answer) },
  })
}

/** Wherever a redirect leads, it is about nothing that was asked: no key, no scope, no field. */
export function expectNoRedirect(answer: Answer): void {
  if (redirectOf(answer) !== undefined) expectAccepted(answer)
}

/** A success whose body is an object, or an object that wraps the one it is about under its name or `data`. */
export function expectResource(answer: Answer, name: string): Fields {
  const body = expectSuccess(answer)
  if (isObject(body) && !Object.hasOwn(body, 'id')) {
    const wrapper = [name, 'data'].find((each) => isObject(body[each]))
    if (wrapper !== undefined) return fieldsOf(body[wrapper], wrapper, answer)
  }
  return fieldsOf(body, '', answer)
}

/** The documented status and code, and nothing else. Gives the error object. */
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
    actual: summary(answer),
    answer,
    cause: isSuccess(answer)
      ? { kind: 'not-refused', endpoint: endpointOf(answer), expected: kindOf(codes[0]) }
      : { kind: 'wrong-error', expected, got: statusAndCode(answer) },
  })
}

/** Whoever checks one field of a request checks them all. */
function kindOf(code: ErrorCode): string {
  return code.startsWith('VALIDATION.') ? 'VALIDATION' : code
}

/** An answer by its status and code, without what differs from one to the next. */
export function statusAndCode(answer: Answer): string {
  const code = errorCodeOf(answer)
  if (typeof code === 'string') return `${answer.status} ${code.slice(0, 80)}`
  const place = redirectOf(answer)
  return place === undefined ? String(answer.status) : `${answer.status} to ${place}`
}

/** Where a redirect leads, without its query, which may hold anything; undefined where it is none. */
function redirectOf({ status, headers, request }: Answer): string | undefined {
  const location = headers['location']
  if (status < 300 || status > 399 || location === undefined) return undefined
  if (!URL.canParse(location, request.url)) return 'no URL'
  const { origin, pathname } = new URL(location, request.url)
  return `${origin}${pathname}`.slice(0, 200)
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status <= 299
}

/** What stands in error.code, if anything does. */
export function errorCodeOf({ json }: Answer): unknown {
  const error = isObject(json) ? json['error'] : undefined
  return isObject(error) ? error['code'] : undefined
}

/** An answer in a few words: `404 RATE.NOT_FOUND`. */
export function summary(answer: Answer): string {
  const code = errorCodeOf(answer)
  if (typeof code === 'string') return `${answer.status} ${code}`
  const place = redirectOf(answer)
  if (place !== undefined) return `${answer.status}, a redirect to ${place}; redirects are not followed`
  return `${answer.status} with ${answer.json === undefined ? show(answer.text.slice(0, 120)) : show(answer.json)}`
}

/**
 * The list in an answer, bare or wrapped in up to two objects: under the name given or one like it, under a name that
 * wraps anything, or the only one. Throws RuleBroken where there is none, or no telling which.
 */
export function expectList(answer: Answer, name: string): readonly unknown[] {
  const body = expectSuccess(answer)
  if (Array.isArray(body)) return body
  const lists = listsIn(body)
  const filled = lists.filter(({ list }) => list.some(isObject))
  const found =
    lists.find((each) => each.name === name) ??
    lists.find((each) => wordsOf(each.name).at(-1) === wordsOf(name).at(-1)) ??
    lists.find((each) => /^(?:data|items|results?|entries|records|values|list)$/i.test(each.name)) ??
    onlyOf(lists) ??
    onlyOf(filled)
  if (found !== undefined) return found.list
  // The resources name this list, and rules ask for it by its name.
  if (name === 'rates') return fieldsOf(body, '', answer).list(name)
  throw new RuleBroken({
    expected: `a list of ${name}`,
    actual: `a body of ${show(body)}`,
    answer,
    cause: { kind: 'wrong-body', endpoint: endpointOf(answer) },
  })
}

interface NamedList {
  readonly name: string
  readonly list: readonly unknown[]
}

/** The lists of an object, its own first, then those of the objects directly in it. */
function listsIn(body: unknown): readonly NamedList[] {
  const own = isObject(body) ? Object.entries(body) : []
  const inner = own.flatMap(([, value]) => (isObject(value) ? Object.entries(value) : []))
  return [...own, ...inner].flatMap(([name, list]) => (Array.isArray(list) ? [{ name, list }] : []))
}

/** The words of a field's name in small letters and the singular: carrierAccounts has carrier and account. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''))
}

function onlyOf<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined
}
