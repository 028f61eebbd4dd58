import type { Context } from './context.ts'
import { ApiError } from './errors.ts'
import { limitWindowMs, type Operation } from './operations.ts'
import type { LimitWindow } from './records.ts'

/** What the rate-limit headers say (service.md, Limits). */
export interface LimitStanding {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds. */
  readonly resetAtSeconds: number
}

/** Counts a request against its key's window; AUTH.RATE_LIMIT.EXCEEDED once it is full (readings 11). */
export function countRequest(
  context: Context,
  keyId: string,
  operation: Operation,
): { readonly standing: LimitStanding; readonly refused: ApiError | null } {
  const { limitWindows } = context.state
  const nowMs = context.clock.now()
  const id = `${keyId} ${operation.name}`
  const open = openWindow(limitWindows.get(id), nowMs)
  const isFull = open.count >= operation.limitPerMinute
  if (isFull && context.settings.rateLimits) {
    return { standing: standingOf(open, operation), refused: tooMany(open, nowMs) }
  }
  const counted = { openedAtMs: open.openedAtMs, count: open.count + 1 }
  limitWindows.set(id, counted)
  return { standing: standingOf(counted, operation), refused: null }
}

/** The headers where no key was counted: the limit, untouched (readings 12). */
export function untouchedStanding(operation: Operation, nowMs: number): LimitStanding {
  return standingOf({ openedAtMs: nowMs, count: 0 }, operation)
}

/** A 429 that a fault asks for: as if the window had just filled. */
export function refuseByFault(context: Context, standing: LimitStanding): ApiError {
  return tooMany(
    { openedAtMs: standing.resetAtSeconds * 1000 - limitWindowMs, count: 0 },
    context.clock.now(),
  )
}

function openWindow(window: LimitWindow | undefined, nowMs: number): LimitWindow {
  const isOpen = window !== undefined && nowMs < window.openedAtMs + limitWindowMs
  return isOpen ? window : { openedAtMs: nowMs, count: 0 }
}

function standingOf(window: LimitWindow, operation: Operation): LimitStanding {
  return {
    limit: operation.limitPerMinute,
    remaining: Math.max(0, operation.limitPerMinute - window.count),
    resetAtSeconds: Math.ceil((window.openedAtMs + limitWindowMs) / 1000),
  }
}

function tooMany(window: LimitWindow, nowMs: number): ApiError {
  const waitMs = window.openedAtMs + limitWindowMs - nowMs
  return new ApiError('AUTH.RATE_LIMIT.EXCEEDED', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
