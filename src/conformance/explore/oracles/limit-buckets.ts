import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Answer } from '../../http/answer.ts'
import { codeOf, hasSucceeded } from '../response-fields.ts'
import type { CallStep } from '../step.ts'

/** What is known of the requests of one key to one endpoint. */
export interface Bucket {
  /** As X-RateLimit-Limit told it. */
  readonly limit: number | undefined
  /** When its requests were sent, and how many at each time, as far back as they can still count. */
  readonly sent: readonly (readonly [atMs: number, count: number])[]
  /** When the last of them was sent. */
  readonly atMs: number
  /** What must have been left after it at the most; undefined where nothing told. */
  readonly left: number | undefined
  /** How many that came since then may have counted or not: refused ones, and those without an answer. */
  readonly slack: number
  /** When the window ends, as told, in seconds. */
  readonly resetS: number | undefined
  /** At this time the next request is served, by Retry-After or by the reset, whichever comes first. */
  readonly freeAtMs: number | undefined
  /** Requests that are refused with this code were seen to count. */
  readonly readWallet: string | undefined
}

/** Nothing was sent yet. */
export const newBucket: Bucket = {
  limit: undefined,
  sent: [],
  atMs: 0,
  left: undefined,
  slack: 0,
  resetS: undefined,
  freeAtMs: undefined,
  readWallet: undefined,
}

export const second = 1_000
export const windowMs = constants.rateLimitWindowSeconds * second
/** Times are told in whole seconds, rounded up or down. */
const roundingMs = second

/** What an answer says of the limit. */
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

/** A bucket as it is at this time: what is older than a minute does not count any more, rounding included. */
export function ageBucket(bucket: Bucket, nowMs: number): Bucket {
  const sent = bucket.sent.filter(([atMs]) => nowMs - atMs < windowMs + roundingMs)
  // Some have come back, if each does so by itself: it is not the window of before any more.
  return sent.length === bucket.sent.length ? bucket : { ...bucket, sent, resetS: undefined }
}

/** An answer, and what it says of the limit. */
export interface LimitedResponse {
  readonly answer: Answer
  readonly seen: Headers
}

/** By no reading of a window of a minute can anything have come back since the last request. */
export function isSameWindow({ atMs, sent, resetS }: Bucket, nowMs: number): boolean {
  if (atMs === nowMs) return true
  const oldest = sent[0]?.[0]
  const isYoung = oldest !== undefined && nowMs - oldest < windowMs - roundingMs
  return isYoung && resetS !== undefined && nowMs < resetS * second - roundingMs
}

/** How many were sent that may still count. */
export const countOf = ({ sent }: Bucket): number => sent.reduce((sum, [, count]) => sum + count, 0)

/** What was sent, with one more. */
export function withSent({ sent }: Bucket, atMs: number): Bucket['sent'] {
  const last = sent.at(-1)
  return last?.[0] === atMs ? [...sent.slice(0, -1), [atMs, last[1] + 1]] : [...sent, [atMs, 1]]
}

/** Of what is sent at once only the number is kept: what each was told depends on the others. */
export function afterConcurrent(bucket: Bucket, { atMs }: CallStep, answer: Answer): Bucket {
  const isCounted = hasSucceeded(answer)
  const sent = withSent(bucket, atMs)
  const freeAtMs = undefined
  if (bucket.left === undefined || !isSameWindow(bucket, atMs))
    return { ...bucket, sent, atMs, left: undefined, slack: 0, resetS: undefined, freeAtMs }
  const left = isCounted ? Math.max(0, bucket.left - 1) : bucket.left
  const resetS = bucket.atMs === atMs ? bucket.resetS : undefined
  return { ...bucket, sent, atMs, left, slack: bucket.slack + (isCounted ? 0 : 1), resetS, freeAtMs }
}

/** A bucket after an answer. */
export function afterAnswer(bucket: Bucket, step: CallStep, { answer, seen }: LimitedResponse): Bucket {
  const { atMs } = step
  const isRefused = answer.status === 429
  const limit = seen.limit ?? bucket.limit
  const sent = withSent(bucket, atMs)
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
    freeAtMs: isRefused ? (bucket.freeAtMs ?? freeAt(atMs, seen)) : undefined,
    readWallet: isCounted ? codeOf(answer) : bucket.readWallet,
  }
}

/** Rounded up or down, either may be a second off. */
function freeAt(atMs: number, { resetS, retryS }: Headers): number | undefined {
  const ends = [
    ...(retryS === undefined ? [] : [atMs + (retryS + 1) * second]),
    ...(resetS === undefined ? [] : [(resetS + 1) * second]),
  ]
  return ends.length === 0 ? undefined : Math.min(...ends)
}
