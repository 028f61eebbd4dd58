import { controlRoutes } from '../../src/server/control/routes.ts'
import { type ControlCallName, controlCalls } from '../../src/simulator/bodies/control/control-responses.ts'
import type { AnyErrorCode } from '../../src/simulator/specification/errors.ts'
import type { DocumentedOperation } from './service-operations.ts'

/** The documented error codes of each operation of the service and each call of the control protocol. */

/** The error codes of requests that cannot be read, so that their operation is unknown. */
const unreadCodes = [
  'REQUEST.SYNTAX.INVALID',
  'REQUEST.TIMEOUT.EXCEEDED',
  'REQUEST.EXPECTATION.UNKNOWN',
  'REQUEST.HEADERS.TOO_LARGE',
] as const satisfies readonly AnyErrorCode[]

/** The error codes of a simulator that has a defect or is overloaded. */
export const troubleCodes = [
  'REQUEST.INTERNAL.ERROR',
  'REQUEST.CAPACITY.EXCEEDED',
  'REQUEST.STORAGE.FAILED',
] as const satisfies readonly AnyErrorCode[]

/** The error codes that any request to the service may get. */
export const anyRequestCodes = ['CONTROL.ORIGIN.REFUSED', ...troubleCodes, ...unreadCodes] as const

/** Returns every error code of an operation of the service. */
export function listOperationCodes({ codes, onDemand }: DocumentedOperation): readonly AnyErrorCode[] {
  return [...new Set([...codes, ...onDemand, ...anyRequestCodes])]
}

/** Returns every error code of a call of the control protocol. */
export function listCallCodes(name: ControlCallName): readonly AnyErrorCode[] {
  return [
    ...(name.includes('{account}') ? (['CONTROL.ACCOUNT.NOT_FOUND'] as const) : []),
    'VALIDATION.FIELD.INVALID',
    ...(controlCalls[name].codes ?? []),
    'CONTROL.TOKEN.INVALID',
    'CONTROL.ORIGIN.REFUSED',
    ...(hasRequestBody(name) ? (['REQUEST.BODY.TOO_LARGE'] as const) : []),
    ...unreadCodes,
    ...troubleCodes,
  ]
}

export function hasRequestBody(name: string): boolean {
  const route = controlRoutes.find(({ method, path }) => `${method} ${path}` === name)
  return route?.body !== undefined || route?.cutDepth !== undefined
}
