import { type OperationName, operationOf } from '../../http/operation.ts'
import type { StatementId } from '../../section.ts'
import { second } from '../durations.ts'
import { errorCodeIn, hasSucceeded } from '../response-fields.ts'
import type { CallStep, WalkOperation } from '../step.ts'
import {
  addSentRequest,
  type Bucket,
  countSentRequests,
  dropOldRequests,
  type Headers,
  isSameWindow,
  type LimitedResponse,
  newBucket,
  readRateLimitHeaders,
  updateBucketAfterConcurrentResponse,
  updateBucketAfterResponse,
  windowMs,
} from './limit-buckets.ts'
import { Checks, ignoreStep, type Oracle } from './oracle.ts'
import { describeResponse, determineKeyStatus } from './ownership.ts'

interface Memory {
  readonly buckets: Readonly<Record<string, Bucket>>
  /** True if the accounts belong to the walk, so that nobody else uses their keys. */
  readonly isOwn: boolean
}

/** Checks in random walks that the service counts requests per key and endpoint, and that nothing else changes the counts. */
export const limits: Oracle<Memory> = {
  group: 'EXPL-008',
  start: { buckets: {}, isOwn: false },
  judge: (memory, step) => {
    if (step.kind !== 'call') {
      // A step that uses the control protocol shows that the walk created the accounts.
      return ignoreStep(step.kind === 'end' || memory.isOwn ? memory : { ...memory, isOwn: true })
    }
    const { answer, operation, key } = step
    // For a request without a valid key, the specification does not say whose count the headers show.
    if (determineKeyStatus(step) !== 'good' || answer?.status === 401) return ignoreStep(memory)
    // A download may count against the rate limit for reading the label.
    if (operation === 'downloadLabel') return ignoreStep(withUncertainRequest(memory, step, 'getLabel'))
    if (answer === undefined) return ignoreStep(withUncertainRequest(memory, step, operation))
    const name = `${key.name} ${operation}`
    const bucket = dropOldRequests(memory.buckets[name] ?? newBucket, step.atMs)
    const checks = new Checks()
    const seen = readRateLimitHeaders(answer)
    checkReportedLimit(checks, bucket, step, seen)
    if (memory.isOwn) checkRemainingRequests(checks, bucket, step, { answer, seen })
    if (answer.status === 429) checkLimitRefusal(checks, bucket, step, { answer, seen, isOwn: memory.isOwn })
    const next = step.isConcurrent
      ? updateBucketAfterConcurrentResponse(bucket, step, answer)
      : updateBucketAfterResponse(bucket, step, { answer, seen })
    return checks.verdict({ ...memory, buckets: { ...memory.buckets, [name]: next } })
  },
}

/** The statement of the specification about the rate limit of each operation. */
const statements: Readonly<Record<OperationName, StatementId>> = {
  createRates: 'LIMITS-4',
  validateAddress: 'LIMITS-5',
  buyLabel: 'LIMITS-6',
  getLabel: 'LIMITS-7',
  voidLabel: 'LIMITS-8',
  registerTracker: 'LIMITS-9',
  getTracker: 'LIMITS-10',
  listCarrierAccounts: 'LIMITS-11',
  createBatch: 'LIMITS-12',
  getBatch: 'LIMITS-13',
  buyBatch: 'LIMITS-14',
  getWallet: 'LIMITS-15',
  listDeliveries: 'LIMITS-16',
}

type Limited = CallStep & { readonly operation: OperationName }

/** Checks that the reported rate limit is the documented one or higher, and does not change. */
function checkReportedLimit(checks: Checks, { limit }: Bucket, step: CallStep, seen: Headers): void {
  if (seen.limit === undefined || !hasDocumentedLimit(step)) return
  const { limitPerMinute, endpoint } = operationOf(step.operation)
  checks.that(statements[step.operation], seen.limit >= limitPerMinute, () => ({
    expected: `X-RateLimit-Limit ${limitPerMinute}, or a higher limit by agreement`,
    seen: `X-RateLimit-Limit ${seen.limit}`,
    why: `the documented limit of ${endpoint} is ${limitPerMinute}`,
  }))
  if (limit === undefined) return
  checks.that('LIMITS-21', seen.limit === limit, () => ({
    expected: `X-RateLimit-Limit ${limit}`,
    seen: `X-RateLimit-Limit ${seen.limit}`,
    why: `an earlier response to key ${step.key.name} for ${endpoint} had X-RateLimit-Limit ${limit}`,
  }))
}

/** Returns true unless the request is a download, for which the specification states no limit. */
function hasDocumentedLimit(step: CallStep): step is Limited {
  return step.operation !== 'downloadLabel'
}

/** Checks that the reported number of remaining requests agrees with the requests that the key has sent. */
function checkRemainingRequests(
  checks: Checks,
  bucket: Bucket,
  step: CallStep,
  { answer, seen }: LimitedResponse,
): void {
  const { limit, left } = seen
  if (limit === undefined || left === undefined || answer.status === 429) return
  // The headers of a concurrent response may or may not count the other concurrent requests.
  if (step.isConcurrent) return
  const isServed = hasSucceeded(answer)
  const sentCount = countSentRequests(bucket) + 1
  checks.that('LIMITS-1', left >= limit - sentCount, () => ({
    expected: `at least ${limit - sentCount} requests left of ${limit}`,
    seen: `${left} left`,
    why: `key ${step.key.name} has sent ${step.operation} ${describeCount(sentCount)} within the last minute, including this one, and limits are per key and endpoint`,
  }))
  if (bucket.left !== undefined) checkRemainderFalls(checks, bucket, step, { isServed, left })
  const range = computeMaxRemainder(bucket, step, { limit, isServed })
  checks.that('LIMITS-22', left <= range.max, () => ({
    expected: `at most ${range.max} requests left of ${limit}`,
    seen: `${left} left`,
    why: range.why,
  }))
  checkResetTime(checks, bucket, step, seen)
}

/** Checks that a request lowers the number of remaining requests by one at most, and that the service refuses it if none remain. */
function checkRemainderFalls(
  checks: Checks,
  bucket: Bucket,
  step: CallStep,
  { isServed, left }: { readonly isServed: boolean; readonly left: number },
): void {
  const before = bucket.left ?? 0
  const min = Math.max(0, before - 1 - bucket.slack)
  checks.that('LIMITS-22', left >= min, () => ({
    expected: `at least ${min} requests left`,
    seen: `${left} left`,
    why: `${before} were left before, and key ${step.key.name} has sent ${step.operation} ${describeCount(1 + bucket.slack)} since`,
  }))
  const isUsedUp = before === 0 && isSameWindow(bucket, step.atMs)
  if (!isUsedUp) return
  checks.that(
    'LIMITS-17',
    !isServed && (bucket.countedCode === undefined || bucket.countedCode !== errorCodeIn(step.answer)),
    () => ({
      expected: '429 AUTH.RATE_LIMIT.EXCEEDED',
      seen: describeResponse(step.answer),
      why: `key ${step.key.name} had no requests left at ${step.operation}, and the window has not ended since`,
    }),
  )
}

/** Checks that the window of the rate limit ends within a minute, and that the time of the reset does not move while the clock stands still. */
function checkResetTime(checks: Checks, bucket: Bucket, step: CallStep, { resetS }: Headers): void {
  if (resetS === undefined) return
  const aheadMs = resetS * second - step.atMs
  checks.that('LIMITS-24', aheadMs > -5 * second && aheadMs <= windowMs + 5 * second, () => ({
    expected: 'X-RateLimit-Reset from now to a minute ahead',
    seen: `${Math.round(aheadMs / second)} seconds ahead`,
    why: 'the header says when the window resets, and a window lasts a minute',
  }))
  if (bucket.resetS === undefined || bucket.atMs !== step.atMs || bucket.sent.length === 0) return
  checks.that('LIMITS-24', Math.abs(resetS - bucket.resetS) <= 1, () => ({
    expected: `X-RateLimit-Reset ${bucket.resetS}`,
    seen: `X-RateLimit-Reset ${resetS}`,
    why: `the previous response had X-RateLimit-Reset ${bucket.resetS}, and no time has passed since`,
  }))
}

/** Returns the highest possible number of remaining requests after a request. */
function computeMaxRemainder(
  bucket: Bucket,
  { atMs }: CallStep,
  { limit, isServed }: { readonly limit: number; readonly isServed: boolean },
): { readonly max: number; readonly why: string } {
  const cost = isServed ? 1 : 0
  const whole = {
    max: limit - cost,
    why: isServed ? 'the request itself counts' : 'the limit is the maximum',
  }
  if (bucket.left === undefined) return whole
  if (!isSameWindow(bucket, atMs)) return whole
  return {
    max: Math.max(0, bucket.left - cost),
    why: `${bucket.left} were left before, and the window has not ended since`,
  }
}

/** Checks that a 429 comes only if the limit is used up, and only before the time at which an earlier 429 allowed new requests. */
function checkLimitRefusal(
  checks: Checks,
  bucket: Bucket,
  step: CallStep,
  { answer, seen, isOwn }: LimitedResponse & { readonly isOwn: boolean },
): void {
  if (!hasDocumentedLimit(step)) return
  checks.that('LIMITS-22', seen.left === undefined || seen.left === 0, () => ({
    expected: 'X-RateLimit-Remaining 0',
    seen: `X-RateLimit-Remaining ${seen.left}`,
    why: 'the request was refused because no requests are left in the window',
  }))
  checks.that('LIMITS-19', seen.retryS === undefined || seen.retryS <= 61, () => ({
    expected: 'Retry-After of at most 60 seconds',
    seen: `Retry-After ${seen.retryS}`,
    why: 'a window lasts one minute',
  }))
  if (!isOwn) return
  const { limitPerMinute, endpoint } = operationOf(step.operation)
  const sent = countSentRequests(bucket)
  const limit = Math.max(limitPerMinute, bucket.limit ?? 0)
  checks.that('ERRORS-31', sent >= limit, () => ({
    expected: 'no refusal for the limit',
    seen: describeResponse(answer),
    why: `key ${step.key.name} has sent ${endpoint} ${describeCount(sent)} within the last minute, and its limit is ${limit}`,
  }))
  const { freeAtMs } = bucket
  if (freeAtMs === undefined) return
  checks.that('LIMITS-3', step.atMs < freeAtMs, () => ({
    expected: 'the request to be served again',
    seen: describeResponse(answer),
    why: `an earlier 429 allowed new requests from ${new Date(freeAtMs).toISOString()}, and the time is ${new Date(step.atMs).toISOString()}`,
  }))
}

const describeCount = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** Adds a request that the rate limit may or may not have counted. */
function withUncertainRequest(memory: Memory, step: CallStep, operation: WalkOperation): Memory {
  const name = `${step.key.name} ${operation}`
  const bucket = dropOldRequests(memory.buckets[name] ?? newBucket, step.atMs)
  const next = {
    ...bucket,
    sent: addSentRequest(bucket, step.atMs),
    slack: bucket.slack + 1,
    freeAtMs: undefined,
  }
  return { ...memory, buckets: { ...memory.buckets, [name]: next } }
}
