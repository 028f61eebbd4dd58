import { cacheLastResult } from '../../remember-last.ts'
import type { Context } from '../../simulator/accounts/context.ts'
import type { CommonMembers, ErrorExtras } from '../../simulator/bodies/errors.ts'
import type { LimitStatus } from '../../simulator/requests/rate-limit.ts'
import type { AnyErrorCode, ApiError } from '../../simulator/specification/errors.ts'

/**
 * Headers as a list in which names and values alternate: the fastest form to make and to write. Every response has
 * eight or more headers.
 */
export type HeaderList = readonly string[]

/** A response before it is sent: the request log stores it, and a fault may still change it. */
export interface PreparedResponse {
  readonly status: number
  readonly headers: HeaderList
  readonly body: string | Uint8Array | null
  /** The value whose JSON is the body; absent for another body. */
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
  // HTTP requires this header in every 401 response (RFC 9110, 15.5.2; choices 14).
  const challenge = error.status === 401 ? ['WWW-Authenticate', 'Bearer'] : []
  return {
    ...createJsonResponse(error.status, envelope, [...options.headers, ...retryAfter, ...challenge]),
    errorCode: error.code,
  }
}

/**
 * Returns the headers of every response (specification, Headers), and those of the rate limit if the path has one. The
 * Date header is from the account's clock, like all times.
 */
export function createStandardHeaders(
  context: Context,
  requestId: string,
  limitStatus: LimitStatus | null,
): HeaderList {
  const date = httpDate(Math.floor(context.clock.now() / 1000))
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

/**
 * Formats a time as an HTTP date. The last result is cached: mostly one account is busy, and its clock shows the same
 * second in many responses.
 */
const httpDate = cacheLastResult((second: number) => new Date(second * 1000).toUTCString())

/** Converts a list of alternating names and values to pairs. */
export function toHeaderPairs(headers: HeaderList): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? ''])
  return pairs
}
