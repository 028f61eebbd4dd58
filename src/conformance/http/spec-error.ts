import errors from '../../../fixtures/spec/errors.json' with { type: 'json' }
import { keysOf } from '../keys-of.ts'

/** An error code of the specification's table (specification, Errors). */
export type ErrorCode = keyof typeof errors

/** All documented error codes. */
export const errorCodes = keysOf(errors)

/** Returns the documented HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return errors[code].status
}

/** Returns a value as an error code; undefined if it is not a documented one. */
export function findErrorCode(text: unknown): ErrorCode | undefined {
  return errorCodes.find((code) => code === text)
}
