import type { Context } from '../accounts/context.ts'
import type { LimitWindow } from '../accounts/records/keys.ts'
import { ApiError } from '../specification/errors.ts'
import { limitWindowMs, type Operation } from '../specification/operations.ts'

/** The values of the rate-limit headers (specification, Headers). */
export interface LimitStatus {
  readonly limit: number
  readonly remaining: number
  /** The time at which the window resets, in Unix seconds. */
  readonly resetAtSeconds: number
}

/** The state of a key's rate limit, and the error that refuses the request if the limit is reached. */
export interface LimitCheck {
  readonly limitStatus: LimitStatus
  readonly refused: ApiError | null
}

/**
 * Counts a request in the rate-limit window of its key. The result has the error AUTH.RATE_LIMIT.EXCEEDED if the window
 * is full (choices 11).
 */
export function countRequest(context: Context, keyId: string, operation: Operation): LimitCheck {
  const nowMs = context.clock.now()
  const id = joinLimitWindowId(keyId, operation)
  const open = findLimitWindow(context, id, nowMs)
  const isFull = open.count >= operation.limitPerMinute
  if (isFull && context.settings.rateLimits) {
    return { limitStatus: toLimitStatus(open, operation), refused: createLimitError(open, nowMs) }
  }
  const counted = { openedAtMs: open.openedAtMs, count: open.count + 1 }
  context.state.limitWindows.set(id, counted)
  return { limitStatus: toLimitStatus(counted, operation), refused: null }
}

/** Returns the state of a key's rate limit, and counts no request. */
export function readLimitStatus(context: Context, keyId: string, operation: Operation): LimitStatus {
  return toLimitStatus(
    findLimitWindow(context, joinLimitWindowId(keyId, operation), context.clock.now()),
    operation,
  )
}

/** Returns the rate-limit headers for a request without a valid key: all requests of the limit remain (choices 12). */
export function createFullLimit(operation: Operation, nowMs: number): LimitStatus {
  return toLimitStatus({ openedAtMs: nowMs, count: 0 }, operation)
}

/**
 * Returns the refusal with 429 that a fault causes, as if the rate-limit window of the key were full. It takes back the
 * count of this request, because a refused request does not count (choices 11).
 */
export function refuseByFault(
  context: Context,
  keyId: string,
  operation: Operation,
): LimitCheck & { readonly refused: ApiError } {
  const nowMs = context.clock.now()
  const id = joinLimitWindowId(keyId, operation)
  const open = findLimitWindow(context, id, nowMs)
  const uncounted = { ...open, count: Math.max(0, open.count - 1) }
  context.state.limitWindows.set(id, uncounted)
  const limitStatus = { ...toLimitStatus(uncounted, operation), remaining: 0 }
  return { limitStatus, refused: createLimitError(open, nowMs) }
}

function joinLimitWindowId(keyId: string, operation: Operation): string {
  return `${keyId} ${operation.name}`
}

/** Returns the key's open rate-limit window, or a new one. */
function findLimitWindow({ state }: Context, id: string, nowMs: number): LimitWindow {
  const window = state.limitWindows.get(id)
  const isOpen = window !== undefined && nowMs < window.openedAtMs + limitWindowMs
  return isOpen ? window : { openedAtMs: nowMs, count: 0 }
}

function toLimitStatus(window: LimitWindow, operation: Operation): LimitStatus {
  return {
    limit: operation.limitPerMinute,
    remaining: Math.max(0, operation.limitPerMinute - window.count),
    resetAtSeconds: Math.ceil((window.openedAtMs + limitWindowMs) / 1000),
  }
}

function createLimitError(window: LimitWindow, nowMs: number): ApiError {
  const waitMs = window.openedAtMs + limitWindowMs - nowMs
  return new ApiError('AUTH.RATE_LIMIT.EXCEEDED', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
