import simulatorErrors from '../../../fixtures/simulator/errors.json' with { type: 'json' }
import specErrors from '../../../fixtures/spec/errors.json' with { type: 'json' }
import type { ErrorExtras } from '../bodies/errors.ts'
import { keysOf } from './keys-of.ts'

/** A documented error code (specification, Codes). */
export type ErrorCode = keyof typeof specErrors

/** An error code that the simulator adds for cases that the specification does not cover. */
export type SimulatorErrorCode = keyof typeof simulatorErrors

export type AnyErrorCode = ErrorCode | SimulatorErrorCode

export const errorCodes = keysOf(specErrors)

export const simulatorErrorCodes = keysOf(simulatorErrors)

interface ErrorFact {
  readonly status: number
  readonly message: string
  readonly suggestion: string
}

/** Returns the status, the default message and the suggestion of a code. */
export function findErrorFact(code: AnyErrorCode): ErrorFact {
  return allErrors[code]
}

const allErrors: Readonly<Record<AnyErrorCode, ErrorFact>> = { ...specErrors, ...simulatorErrors }

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(specErrors, text)
}

/** Returns the error codes among texts, for tables imported from JSON. */
export function filterErrorCodes(texts: readonly string[]): readonly ErrorCode[] {
  return texts.filter(isErrorCode)
}

export function isSimulatorErrorCode(text: string): text is SimulatorErrorCode {
  return Object.hasOwn(simulatorErrors, text)
}

/** Describes to which requests the simulator responds with one of its own error codes. */
export function describeWhereErrorOccurs(code: SimulatorErrorCode): string {
  return simulatorErrors[code].where
}

/** A problem of one field. `reason` continues a sentence that begins with the field's name. */
export interface FieldProblem {
  readonly field: string
  readonly reason: string
}

interface ErrorOptions {
  readonly message?: string
  readonly suggestion?: string
  readonly extras?: ErrorExtras
  /** The problems of all fields of the request; the message contains only the first. */
  readonly problems?: readonly FieldProblem[]
  /** The HTTP status, if a fault sets another one than that of the error code. */
  readonly status?: number
  /** Seconds for the Retry-After header. */
  readonly retryAfterSeconds?: number
}

/** An error response. The error code decides its status and texts; the server adds the envelope around it. */
export class ApiError extends Error {
  readonly code: AnyErrorCode
  readonly status: number
  readonly suggestion: string
  readonly extras: ErrorExtras
  readonly problems: readonly FieldProblem[]
  readonly retryAfterSeconds: number | null

  constructor(code: AnyErrorCode, options: ErrorOptions = {}) {
    const fact = findErrorFact(code)
    super(options.message ?? fact.message)
    this.name = 'ApiError'
    this.code = code
    this.status = options.status ?? fact.status
    this.suggestion = options.suggestion ?? fact.suggestion
    this.extras = options.extras ?? {}
    this.problems = options.problems ?? []
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}

/** Ends an operation with an error: throws an ApiError. */
export function fail(code: AnyErrorCode, options: ErrorOptions = {}): never {
  throw new ApiError(code, options)
}
