import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Answer } from '../../http/answer.ts'
import { second } from '../durations.ts'
import { codeOf, hasSucceeded } from '../response-fields.ts'
import type { CallStep } from '../step.ts'

/** The count that the responses show for one key's requests to one endpoint. */
export interface Bucket {
  /** The last value of X-RateLimit-Limit. */
  readonly limit: number | undefined
  /** When requests were sent and how many, for as long as they may count. */
  readonly sent: readonly (readonly [atMs: number, count: number])[]
  /** When the last request was sent. */
  readonly atMs: number
  /** The highest possible remainder after it; undefined if no response reported one. */
  readonly left: number | undefined
  /** How many requests since then may or may not have counted, as they were refused or lost. */
  readonly slack: number
  /** When the window ends, in Unix seconds. */
  readonly resetS: number | undefined
  /** When the service must accept the next request: the earlier of Retry-After and the reset. */
  readonly freeAtMs: number | undefined
  /** The error code of a refused request that lowered the remainder. */
  readonly countedCode: string | undefined
}

/** A bucket without requests. */
export const newBucket: Bucket = {
  limit: undefined,
  sent: [],
  atMs: 0,
  left: undefined,
  slack: 0,
  resetS: undefined,
  freeAtMs: undefined,
  countedCode: undefined,
}

export const windowMs = constants.rateLimitWindowSeconds * second
/** Headers report whole seconds, rounded up or down. */
const roundingMs = second

/** The rate-limit headers of a response. */
export interface Headers {
  readonly limit: number | undefined
  readonly left: number | undefined
  readonly resetS: number | undefined
  readonly retryS: number | undefined
}

export function readHeaders({ headers }: Answer): Headers {
  const numberIn = (name: string): number | undefined => {
    const value = headers[name]
    return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined
  }
  return {
    limit: numberIn('x-ratelimit-limit'),
    left: numberIn('x-ratelimit-remaining'),
    resetS: numberIn('x-ratelimit-reset'),
    retryS: numberIn('retry-after'),
  }
}

/** Drops requests that are older than a minute, rounding included. */
export function ageBucket(bucket: Bucket, nowMs: number): Bucket {
  const sent = bucket.sent.filter(([atMs]) => nowMs - atMs < windowMs + roundingMs)
  // In a sliding window some requests no longer count, so the reset is unknown.
  return sent.length === bucket.sent.length ? bucket : { ...bucket, sent, resetS: undefined }
}

/** A response and its rate-limit headers. */
export interface LimitedResponse {
  readonly answer: Answer
  readonly seen: Headers
}

/** True if no window model allows the limit to have refilled since the last request. */
export function isSameWindow({ atMs, sent, resetS }: Bucket, nowMs: number): boolean {
  if (atMs === nowMs) return true
  const oldest = sent[0]?.[0]
  const isYoung = oldest !== undefined && nowMs - oldest < windowMs - roundingMs
  return isYoung && resetS !== undefined && nowMs < resetS * second - roundingMs
}

/** Returns how many requests may still count. */
export const countSent = ({ sent }: Bucket): number => sent.reduce((sum, [, count]) => sum + count, 0)

/** Returns the sent requests with one more. */
export function addSentRequest({ sent }: Bucket, atMs: number): Bucket['sent'] {
  const last = sent.at(-1)
  return last?.[0] === atMs ? [...sent.slice(0, -1), [atMs, last[1] + 1]] : [...sent, [atMs, 1]]
}

/** Counts a concurrent request. Its headers are ignored, as they depend on the others. */
export function countConcurrentRequest(bucket: Bucket, { atMs }: CallStep, answer: Answer): Bucket {
  const isCounted = hasSucceeded(answer)
  const sent = addSentRequest(bucket, atMs)
  const freeAtMs = undefined
  if (bucket.left === undefined || !isSameWindow(bucket, atMs))
    return { ...bucket, sent, atMs, left: undefined, slack: 0, resetS: undefined, freeAtMs }
  const left = isCounted ? Math.max(0, bucket.left - 1) : bucket.left
  const resetS = bucket.atMs === atMs ? bucket.resetS : undefined
  return { ...bucket, sent, atMs, left, slack: bucket.slack + (isCounted ? 0 : 1), resetS, freeAtMs }
}

/** Returns the bucket after a response. */
export function countAnsweredRequest(
  bucket: Bucket,
  step: CallStep,
  { answer, seen }: LimitedResponse,
): Bucket {
  const { atMs } = step
  const isRefused = answer.status === 429
  const limit = seen.limit ?? bucket.limit
  const sent = addSentRequest(bucket, atMs)
  const isCounted =
    !isRefused &&
    !hasSucceeded(answer) &&
    bucket.left !== undefined &&
    bucket.slack === 0 &&
    seen.left === bucket.left - 1
  return {
    limit,
    sent,
    atMs,
    left: seen.left ?? bucket.left,
    slack: 0,
    resetS: seen.resetS ?? bucket.resetS,
    freeAtMs: isRefused ? (bucket.freeAtMs ?? computeFreeAtMs(atMs, seen)) : undefined,
    countedCode: isCounted ? codeOf(answer) : bucket.countedCode,
  }
}

/** Returns when the limit must serve requests again, by the earlier of Retry-After and the reset. Adds a second for rounding. */
function computeFreeAtMs(atMs: number, { resetS, retryS }: Headers): number | undefined {
  const ends = [
    ...(retryS === undefined ? [] : [atMs + (retryS + 1) * second]),
    ...(resetS === undefined ? [] : [(resetS + 1) * second]),
  ]
  return ends.length === 0 ? undefined : Math.min(...ends)
}
