import type { Answer } from './answer.ts'
import { RuleBroken } from './failures.ts'
import { type Fields, fieldsOf, isObject } from './fields.ts'
import { show } from './show.ts'
import { type ErrorCode, statusOf } from './spec-error.ts'

/** The verdict on one condition. Throws RuleBroken where it does not hold. */
export function expectThat(
  holds: boolean,
  broken: { readonly expected: string; readonly actual: unknown; readonly answer?: Answer | undefined },
): asserts holds {
  if (holds) return
  const { expected, actual, answer } = broken
  throw new RuleBroken({ expected, actual: typeof actual === 'string' ? actual : show(actual), answer })
}

/** Any 2xx with a JSON body: what a success is where no status is stated. Gives the body. */
export function expectSuccess(answer: Answer): unknown {
  expectThat(isSuccess(answer), { expected: 'a 2xx answer', actual: summary(answer), answer })
  expectThat(answer.json !== undefined, {
    expected: 'a JSON body',
    actual: answer.text.slice(0, 200) || 'an empty body',
    answer,
  })
  return answer.json
}

/** A success whose body is an object, or an object that wraps the one it is about. */
export function expectResource(answer: Answer, name: string): Fields {
  const body = expectSuccess(answer)
  if (isObject(body) && !Object.hasOwn(body, 'id') && isObject(body[name]))
    return fieldsOf(body[name], name, answer)
  return fieldsOf(body, '', answer)
}

/** The documented status and code, and nothing else. Gives the error object. */
export function expectError(answer: Answer, ...codes: readonly [ErrorCode, ...ErrorCode[]]): Fields {
  const expected = codes.map((code) => `${statusOf(code)} ${code}`).join(' or ')
  const code = errorCodeOf(answer)
  const known = codes.find((each) => each === code)
  expectThat(known !== undefined && answer.status === statusOf(known), {
    expected,
    actual: summary(answer),
    answer,
  })
  return fieldsOf(isObject(answer.json) ? answer.json['error'] : undefined, 'error', answer)
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
  return `${answer.status} with ${answer.json === undefined ? show(answer.text.slice(0, 120)) : show(answer.json)}`
}

/**
 * The list in an answer, bare or wrapped: under the name given, else the one list that the object holds.
 * Throws RuleBroken where there is none, or no telling which.
 */
export function expectList(answer: Answer, name: string): readonly unknown[] {
  const body = expectSuccess(answer)
  if (Array.isArray(body)) return body
  if (isObject(body)) {
    const named = body[name]
    if (Array.isArray(named)) return named
    const lists = Object.values(body).filter((value) => Array.isArray(value))
    if (lists[0] !== undefined && lists.length === 1) return lists[0]
  }
  throw new RuleBroken({ expected: `a list of ${name}`, actual: show(body), answer })
}
