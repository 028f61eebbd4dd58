import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Answer } from '../../http/answer.ts'
import { second } from '../durations.ts'
import { errorCodeIn, hasSucceeded } from '../response-fields.ts'
import type { CallStep } from '../step.ts'

/** The count of one key's requests to one endpoint, as responses show it. */
export interface Bucket {
  /** The last value of the header X-RateLimit-Limit. */
  readonly limit: number | undefined
  /** The times and numbers of the requests that the rate limit may still count. */
  readonly sent: readonly (readonly [atMs: number, count: number])[]
  /** When the key's last request to the endpoint was sent. */
  readonly atMs: number
  /** The highest possible number of remaining requests after the last request; undefined if no response reported a number. */
  readonly left: number | undefined
  /** How many requests since the last reported `left` the limit may not have counted: refused or lost ones, and downloads. */
  readonly slack: number
  /** When the window of the rate limit ends, in Unix seconds. */
  readonly resetS: number | undefined
  /** When the service must accept requests again after a 429; undefined if the last response was no 429. */
  readonly freeAtMs: number | undefined
  /** The code of the last error response that lowered the number of remaining requests, so that the limit counts this error. */
  readonly countedCode: string | undefined
}

/** The count for a key that has sent no request to the endpoint. */
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

/** How long a rate limit counts a request, in milliseconds. */
export const windowMs = constants.rateLimitWindowSeconds * second
/** How far a time in a header may be off, in milliseconds: headers report whole seconds, rounded up or down. */
const roundingMs = second

/** The rate-limit headers of a response. */
export interface Headers {
  readonly limit: number | undefined
  readonly left: number | undefined
  readonly resetS: number | undefined
  readonly retryS: number | undefined
}

/** Reads the rate-limit headers of a response. A header that is missing or no whole number is undefined. */
export function readRateLimitHeaders({ headers }: Answer): Headers {
  const readNumber = (name: string): number | undefined => {
    const value = headers[name]
    return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined
  }
  return {
    limit: readNumber('x-ratelimit-limit'),
    left: readNumber('x-ratelimit-remaining'),
    resetS: readNumber('x-ratelimit-reset'),
    retryS: readNumber('retry-after'),
  }
}

/** Removes the requests that the rate limit no longer counts, because they are more than a minute old. */
export function dropOldRequests(bucket: Bucket, nowMs: number): Bucket {
  const sent = bucket.sent.filter(([atMs]) => nowMs - atMs < windowMs + roundingMs)
  // If the window slides, the limit no longer counts the removed requests, and the time of the next reset is unknown.
  return sent.length === bucket.sent.length ? bucket : { ...bucket, sent, resetS: undefined }
}

/** A response and its rate-limit headers. */
export interface LimitedResponse {
  readonly answer: Answer
  readonly seen: Headers
}

/** True if no kind of rate-limit window allows the limit to have refilled since the last request. */
export function isSameWindow({ atMs, sent, resetS }: Bucket, nowMs: number): boolean {
  if (atMs === nowMs) return true
  const oldest = sent[0]?.[0]
  const isYoung = oldest !== undefined && nowMs - oldest < windowMs - roundingMs
  return isYoung && resetS !== undefined && nowMs < resetS * second - roundingMs
}

/** Returns how many requests the rate limit may still count. */
export const countSentRequests = ({ sent }: Bucket): number => sent.reduce((sum, [, count]) => sum + count, 0)

/** Returns the list of sent requests with one request added. */
export function addSentRequest({ sent }: Bucket, atMs: number): Bucket['sent'] {
  const last = sent.at(-1)
  return last?.[0] === atMs ? [...sent.slice(0, -1), [atMs, last[1] + 1]] : [...sent, [atMs, 1]]
}

/** Returns the count after a concurrent request. Ignores the headers of the response, as they depend on the other concurrent requests. */
export function updateBucketAfterConcurrentResponse(
  bucket: Bucket,
  { atMs }: CallStep,
  answer: Answer,
): Bucket {
  const isCounted = hasSucceeded(answer)
  const sent = addSentRequest(bucket, atMs)
  const freeAtMs = undefined
  if (bucket.left === undefined || !isSameWindow(bucket, atMs))
    return { ...bucket, sent, atMs, left: undefined, slack: 0, resetS: undefined, freeAtMs }
  const left = isCounted ? Math.max(0, bucket.left - 1) : bucket.left
  const resetS = bucket.atMs === atMs ? bucket.resetS : undefined
  return { ...bucket, sent, atMs, left, slack: bucket.slack + (isCounted ? 0 : 1), resetS, freeAtMs }
}

/** Returns the count after a request that was not concurrent, with the values in the headers of its response. */
export function updateBucketAfterResponse(
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
    countedCode: isCounted ? errorCodeIn(answer) : bucket.countedCode,
  }
}

/** Returns when the service must accept requests again: the earlier time of Retry-After and X-RateLimit-Reset, plus a second for rounding. */
function computeFreeAtMs(atMs: number, { resetS, retryS }: Headers): number | undefined {
  const ends = [
    ...(retryS === undefined ? [] : [atMs + (retryS + 1) * second]),
    ...(resetS === undefined ? [] : [(resetS + 1) * second]),
  ]
  return ends.length === 0 ? undefined : Math.min(...ends)
}
