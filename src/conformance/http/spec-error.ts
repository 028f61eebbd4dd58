import errors from '../../../fixtures/spec/errors.json' with { type: 'json' }
import { keysOf } from '../keys-of.ts'

/** A documented error code (specification, Errors). */
export type ErrorCode = keyof typeof errors

/** All documented error codes. */
export const errorCodes = keysOf(errors)

/** Returns the documented HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return errors[code].status
}

/** Returns the value if it is a documented error code; otherwise undefined. */
export function findErrorCode(text: unknown): ErrorCode | undefined {
  return errorCodes.find((code) => code === text)
}
