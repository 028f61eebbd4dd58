import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Answer } from '../answer.ts'
import { findAbsentEndpoint, findPresentEndpoint } from '../expect.ts'
import {
  type Endpoint,
  type Operation,
  type OperationName,
  operationNames,
  operationOf,
} from '../operation.ts'

/** Delays requests, so that a run keeps to the documented rate limits for each key and endpoint (specification, Limits). */
export interface Pace {
  /** Resolves when the rate limits allow a request, and counts it. With `atOnce`, it counts the request without a wait. */
  waitForLimit(
    key: string | undefined,
    operation: Operation | undefined,
    options: { readonly atOnce: boolean },
  ): Promise<void>
  /** Returns how long these requests would have to wait if a rule sent them now with this key, in milliseconds. */
  forecastMs(key: string | undefined, counts: RequestCounts): number
  /** Returns how many requests a minute the run may send to an endpoint. */
  limitOf(operation: Operation): number
  /** Forgets all counted requests, because the target's clock has moved into a new window of the rate limit. */
  forget(): void
  /** Learns from a response whether its endpoint exists on the target. Requests to a missing endpoint do not wait. */
  record(answer: Answer): void
}

type RequestCounts = Readonly<Partial<Record<OperationName, number>>>
type Limits = Readonly<Record<string, number>>

/**
 * The length of a rate-limit window as the run counts it, in milliseconds: two seconds more than documented, as
 * requests arrive with a delay.
 */
export const windowMs = constants.rateLimitWindowSeconds * 1_000 + 2_000

/** Returns how many requests a minute an endpoint allows: the number in `limits`, or else the documented limit. */
export function limitOf({ endpoint, limitPerMinute }: Operation, limits: Limits = {}): number {
  return limits[endpoint] ?? limitPerMinute
}

/**
 * Returns how long these requests must wait for rate limits if one key sends them, in milliseconds. Endpoints have
 * separate limits, so only the longest wait counts.
 */
export function computeMinPacedWaitMs(counts: RequestCounts, limits?: Limits): number {
  return Math.max(
    ...operationNames.map((name) => {
      const windows = Math.ceil((counts[name] ?? 0) / limitOf(operationOf(name), limits))
      return Math.max(0, windows - 1) * windowMs
    }),
  )
}

interface PaceOptions {
  /** Rate limits of this client by endpoint, where they differ from the documented limits. */
  readonly limits?: Limits
  readonly nowMs?: () => number
  /** Waits in real time. The user sees `what` as the reason for the wait. */
  pause(waitMs: number, what: string): Promise<void>
}

/** Creates a pace that has counted no request yet. */
export function createPace(options: PaceOptions): Pace {
  const { limits, nowMs = () => performance.now(), pause } = options
  const sent = trackSentTimes(nowMs)
  const present = new Set<Endpoint>()
  const absent = new Set<Endpoint>()
  const isKnownMissing = ({ endpoint }: Operation): boolean => absent.has(endpoint) && !present.has(endpoint)
  const forecastWaitMs = (key: string, name: OperationName, count: number): number => {
    if (isKnownMissing(operationOf(name))) return 0
    const limit = limitOf(operationOf(name), limits)
    const times = sent.findTimes(key, name)
    const beyond = count - Math.max(0, limit - times.length)
    const [oldest = nowMs()] = times
    if (beyond <= 0) return 0
    return oldest + windowMs - nowMs() + (Math.ceil(beyond / limit) - 1) * windowMs
  }
  return {
    waitForLimit: async (key, operation, { atOnce }) => {
      if (key === undefined || operation === undefined) return
      const limit = limitOf(operation, limits)
      for (;;) {
        const times = sent.findTimes(key, operation.name)
        const [oldest] = times
        if (atOnce || isKnownMissing(operation) || times.length < limit || oldest === undefined) break
        await pause(oldest + windowMs - nowMs(), `the limit of ${operation.endpoint} (${limit} a minute)`)
      }
      sent.findTimes(key, operation.name).push(nowMs())
    },
    forecastMs: (key, counts) =>
      key === undefined
        ? 0
        : Math.max(...operationNames.map((name) => forecastWaitMs(key, name, counts[name] ?? 0))),
    limitOf: (operation) => limitOf(operation, limits),
    forget: sent.forget,
    record: (answer) => {
      const here = findPresentEndpoint(answer)
      if (here !== null) present.add(here)
      const missing = findAbsentEndpoint(answer)
      if (missing !== null) absent.add(missing)
    },
  }
}

/** Stores the times at which requests were sent, by key and operation, oldest first. Forgets times outside the window of the rate limit. */
function trackSentTimes(nowMs: () => number): {
  findTimes(key: string, name: OperationName): number[]
  forget(): void
} {
  const sent = new Map<string, number[]>()
  return {
    findTimes: (key, name) => {
      const id = `${name} ${key}`
      const times = sent.get(id) ?? []
      sent.set(id, times)
      while (times[0] !== undefined && times[0] <= nowMs() - windowMs) times.shift()
      return times
    },
    forget: () => sent.clear(),
  }
}
