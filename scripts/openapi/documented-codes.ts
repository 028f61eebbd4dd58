import type { ControlCallName } from '../../src/simulator/bodies/control-answers.ts'
import type { AnyErrorCode } from '../../src/simulator/specification/errors.ts'
import { callWords } from './control-calls.ts'
import type { DocumentedOperation } from './service-codes.ts'

/** The error codes that the documents have for each operation of the service and each call of the control protocol. */

/** Of requests that cannot be read: which operation they are for is not known, nor then its limit. */
export const unreadCodes = [
  'REQUEST.SYNTAX.INVALID',
  'REQUEST.TIMEOUT.EXCEEDED',
  'REQUEST.EXPECTATION.UNKNOWN',
  'REQUEST.HEADERS.TOO_LARGE',
] as const satisfies readonly AnyErrorCode[]

/** Of a simulator in trouble. */
export const troubleCodes = [
  'REQUEST.INTERNAL.ERROR',
  'REQUEST.STORAGE.FAILED',
] as const satisfies readonly AnyErrorCode[]

/** All that may come of an operation that was read, the simulator's own troubles included. */
export function operationCodes({ codes, onDemand }: DocumentedOperation): readonly AnyErrorCode[] {
  return [...new Set([...codes, ...onDemand, ...troubleCodes])]
}

/** Refusals of any call of the control protocol, which are the same for all. */
export const sharedCodes = [
  'CONTROL.TOKEN.INVALID',
  'CONTROL.ORIGIN.REFUSED',
  'REQUEST.BODY.TOO_LARGE',
  ...unreadCodes,
  ...troubleCodes,
] as const

/** The errors that a call has beside those. */
export function callCodes(name: ControlCallName): readonly AnyErrorCode[] {
  return [
    ...(name.includes('{account}') ? (['CONTROL.ACCOUNT.NOT_FOUND'] as const) : []),
    'VALIDATION.FIELD.INVALID',
    ...(callWords[name].codes ?? []),
  ]
}
