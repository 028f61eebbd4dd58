import { cacheLastResult } from '../../remember-last.ts'
import type { Context } from '../../simulator/accounts/context.ts'
import type { CommonMembers, ErrorExtras } from '../../simulator/bodies/errors.ts'
import type { LimitStatus } from '../../simulator/requests/rate-limit.ts'
import type { AnyErrorCode, ApiError } from '../../simulator/specification/errors.ts'

/** A list of alternating header names and values. This form is the fastest to make and to send. */
export type HeaderList = readonly string[]

/** A response before it is sent. A fault may still change how it is sent. */
export interface PreparedResponse {
  readonly status: number
  readonly headers: HeaderList
  readonly body: string | Uint8Array | null
  /** The value of a JSON body; absent if the body is not JSON. */
  readonly json?: unknown
  readonly errorCode: string | null
  /** Whether the body is sent in chunks, without a length. */
  readonly isChunked?: boolean
}

/** Returns a successful response with a JSON body; `text` is the body's JSON. */
export function createJsonResponse(
  status: number,
  body: unknown,
  headers: HeaderList,
  text = JSON.stringify(body),
): PreparedResponse {
  return {
    status,
    headers: ['Content-Type', 'application/json; charset=utf-8', ...headers],
    body: text,
    json: body,
    errorCode: null,
  }
}

type ErrorBody = { readonly code: AnyErrorCode } & CommonMembers & ErrorExtras

/** Returns an error response in the documented envelope (specification, Envelope). */
export function createErrorResponse(
  error: ApiError,
  options: { readonly requestId: string; readonly headers: HeaderList; readonly baseUrl: string },
): PreparedResponse {
  const envelope: { readonly error: ErrorBody } = {
    error: {
      code: error.code,
      message: error.message,
      suggestion: error.suggestion,
      docs_url: `${options.baseUrl}/docs/errors#${error.code}`,
      request_id: options.requestId,
      ...error.extras,
    },
  }
  const retryAfter = error.retryAfterSeconds === null ? [] : ['Retry-After', String(error.retryAfterSeconds)]
  // HTTP requires WWW-Authenticate in every 401 response (RFC 9110, 15.5.2; choices 14).
  const challenge = error.status === 401 ? ['WWW-Authenticate', 'Bearer'] : []
  return {
    ...createJsonResponse(error.status, envelope, [...options.headers, ...retryAfter, ...challenge]),
    errorCode: error.code,
  }
}

/**
 * Returns the headers of every response (specification, Headers), and the rate-limit headers if the path has a limit.
 * The Date header shows the time of the account's clock.
 */
export function createStandardHeaders(
  context: Context,
  requestId: string,
  limitStatus: LimitStatus | null,
): HeaderList {
  const date = formatHttpDate(Math.floor(context.clock.now() / 1000))
  if (limitStatus === null) return ['Date', date, 'X-Request-Id', requestId]
  return [
    'Date',
    date,
    'X-RateLimit-Limit',
    String(limitStatus.limit),
    'X-RateLimit-Remaining',
    String(limitStatus.remaining),
    'X-RateLimit-Reset',
    String(limitStatus.resetAtSeconds),
    'X-Request-Id',
    requestId,
  ]
}

/** Formats a time as an HTTP date. The last result is cached, because many consecutive responses have the same date. */
const formatHttpDate = cacheLastResult((second: number) => new Date(second * 1000).toUTCString())

/** Converts a list of alternating names and values to pairs. */
export function toHeaderPairs(headers: HeaderList): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? ''])
  return pairs
}
