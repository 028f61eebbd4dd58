import type { Answer } from '../http/answer.ts'
import { errorCodeOf, expectResource, isSuccess } from '../http/expect.ts'
import { RuleBroken } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'
import { expectList } from '../http/lists.ts'

// These functions read the fields of a response in every form that the suite accepts. They return undefined for
// unreadable fields, and never throw.

type Plain = Readonly<Record<string, unknown>>

/** Names of the resources that a response can contain. */
export type ResourceName = 'label' | 'batch' | 'tracker' | 'wallet'

/** Returns the resource in a 2xx response: the body itself or an object inside the body. */
export function resourceIn(answer: Answer | undefined, name: ResourceName): Plain | undefined {
  if (answer === undefined || !isSuccess(answer)) return undefined
  return readOrUndefined(() => expectResource(answer, name))?.value
}

/** Returns the objects of a list in a 2xx response: `rates`, `deliveries`, `carrier_accounts`. */
export function listIn(answer: Answer | undefined, name: string): readonly Plain[] | undefined {
  if (answer === undefined || !isSuccess(answer)) return undefined
  return readOrUndefined(() => expectList(answer, name))?.filter(isObject)
}

/** Returns the code of an error response; undefined for a success or an error without a code. */
export function errorCodeIn(answer: Answer | undefined): string | undefined {
  if (answer === undefined || isSuccess(answer)) return undefined
  const code = errorCodeOf(answer)
  return typeof code === 'string' ? code : undefined
}

/** Returns true if a 2xx response came. */
export function hasSucceeded(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && isSuccess(answer)
}

/** True for a 4xx response with a code: the service refused the request, so nothing changed. */
export function isRefused(answer: Answer | undefined): answer is Answer {
  return (
    answer !== undefined && answer.status >= 400 && answer.status <= 499 && errorCodeIn(answer) !== undefined
  )
}

/** Returns the text in a field; undefined if it is missing, empty or no text. */
export function textIn(value: Plain | undefined, name: string): string | undefined {
  const found = readOwnField(value, name)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** Returns the whole number in a field; undefined if it is missing or no whole number. */
export function integerIn(value: Plain | undefined, name: string): number | undefined {
  const found = readOwnField(value, name)
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : undefined
}

/** Returns the object in a field; undefined if it is missing or no object. */
export function objectIn(value: unknown, name: string): Plain | undefined {
  const found = isObject(value) ? readOwnField(value, name) : undefined
  return isObject(found) ? found : undefined
}

/** Returns true for a valid http or https URL. */
export function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text)
}

function readOwnField(value: Plain | undefined, name: string): unknown {
  return value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Returns the result of `read`; undefined if `read` throws RuleBroken, as for a response of another form. */
function readOrUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RuleBroken) return undefined
    throw error
  }
}
