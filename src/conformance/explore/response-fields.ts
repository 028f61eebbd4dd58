import type { Answer } from '../http/answer.ts'
import { errorCodeOf, expectList, expectResource, isSuccess } from '../http/expect.ts'
import { RuleBroken } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'

/** What an answer holds, in every shape that the suite takes. Nothing here throws: what cannot be read is undefined. */

type Plain = Readonly<Record<string, unknown>>

/** The documented names of what an answer can be of. */
export type ResourceName = 'label' | 'batch' | 'tracker' | 'wallet'

/** The resource in a 2xx answer, bare or wrapped. */
export function resourceIn(answer: Answer | undefined, name: ResourceName): Plain | undefined {
  if (answer === undefined || !isSuccess(answer)) return undefined
  return readOrUndefined(() => expectResource(answer, name))?.value
}

/** The objects of a list in a 2xx answer: `rates`, `deliveries`, `carrier_accounts`. */
export function listIn(answer: Answer | undefined, name: string): readonly Plain[] | undefined {
  if (answer === undefined || !isSuccess(answer)) return undefined
  return readOrUndefined(() => expectList(answer, name))?.filter(isObject)
}

/** The code of an error in the envelope; undefined for a success and for an error without one. */
export function codeOf(answer: Answer | undefined): string | undefined {
  if (answer === undefined || isSuccess(answer)) return undefined
  const code = errorCodeOf(answer)
  return typeof code === 'string' ? code : undefined
}

export function hasSucceeded(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && isSuccess(answer)
}

/** Refused by the service itself, so that nothing has happened: a 4xx with a code. */
export function isRefused(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && answer.status >= 400 && answer.status <= 499 && codeOf(answer) !== undefined
}

export function textIn(value: Plain | undefined, name: string): string | undefined {
  const found = ownField(value, name)
  return typeof found === 'string' && found !== '' ? found : undefined
}

export function integerIn(value: Plain | undefined, name: string): number | undefined {
  const found = ownField(value, name)
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : undefined
}

export function objectIn(value: unknown, name: string): Plain | undefined {
  const found = isObject(value) ? ownField(value, name) : undefined
  return isObject(found) ? found : undefined
}

function ownField(value: Plain | undefined, name: string): unknown {
  return value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined
}

function readOrUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RuleBroken) return undefined
    throw error
  }
}
