import errors from '../../../fixtures/spec/errors.json' with { type: 'json' }
import { keysOf } from '../keys-of.ts'

/** A code of the table under Errors. */
export type ErrorCode = keyof typeof errors

export const errorCodes = keysOf(errors)

/** The status that the table gives a code. */
export function statusOf(code: ErrorCode): number {
  return errors[code].status
}

/** Null for a code that the table does not have. */
export function findErrorCode(text: unknown): ErrorCode | undefined {
  return errorCodes.find((code) => code === text)
}
