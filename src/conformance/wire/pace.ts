import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Answer } from './answer.ts'
import {
  type Endpoint,
  type Operation,
  type OperationName,
  operationNames,
  operationOf,
} from './operation.ts'
import { absentEndpoint, presentEndpoint } from './presence.ts'

/** Keeps a run within the documented limits: so many requests a minute for each key and endpoint. */
export interface Pace {
  /** Resolves when the request may leave; `atOnce` counts it and lets it go. */
  take(
    key: string | undefined,
    operation: Operation | undefined,
    options: { readonly atOnce: boolean },
  ): Promise<void>
  /** How long so many more requests with a key would wait at least, all taken together. */
  forecastMs(key: string | undefined, counts: RequestCounts): number
  /** The target's time has moved on by a window: nothing counts any more. */
  forget(): void
  /** Hears what is there at the target: there is no limit of what is not. */
  hear(answer: Answer): void
}

type RequestCounts = Readonly<Partial<Record<OperationName, number>>>
type Limits = Readonly<Record<string, number>>

/** A little more than a window, for requests that were long under way. */
export const windowMs = constants.rateLimitWindowSeconds * 1_000 + 2_000

/** What an endpoint allows in a minute, where support has not changed it. */
export function limitOf({ endpoint, limitPerMinute }: Operation, limits: Limits = {}): number {
  return limits[endpoint] ?? limitPerMinute
}

/** Each endpoint has its own limit, so that waiting for one is waiting for all of them. */
export function pacedMs(counts: RequestCounts, limits?: Limits): number {
  return Math.max(
    ...operationNames.map((name) => {
      const windows = Math.ceil((counts[name] ?? 0) / limitOf(operationOf(name), limits))
      return Math.max(0, windows - 1) * windowMs
    }),
  )
}

interface PaceOptions {
  /** Limits that support has raised or lowered for this client, by endpoint. */
  readonly limits?: Limits
  readonly nowMs?: () => number
  /** Lets time pass, and may say for what. */
  pause(waitMs: number, what: string): Promise<void>
}

export function openPace(options: PaceOptions): Pace {
  const { limits, nowMs = () => performance.now(), pause } = options
  const sent = openSentTimes(nowMs)
  const present = new Set<Endpoint>()
  const absent = new Set<Endpoint>()
  const isMissing = ({ endpoint }: Operation): boolean => absent.has(endpoint) && !present.has(endpoint)
  const forecastOf = (key: string, name: OperationName, count: number): number => {
    if (isMissing(operationOf(name))) return 0
    const limit = limitOf(operationOf(name), limits)
    const times = sent.of(key, name)
    const beyond = count - Math.max(0, limit - times.length)
    const [oldest = nowMs()] = times
    if (beyond <= 0) return 0
    return oldest + windowMs - nowMs() + (Math.ceil(beyond / limit) - 1) * windowMs
  }
  return {
    take: async (key, operation, { atOnce }) => {
      if (key === undefined || operation === undefined) return
      const limit = limitOf(operation, limits)
      for (;;) {
        const times = sent.of(key, operation.name)
        const [oldest] = times
        if (atOnce || isMissing(operation) || times.length < limit || oldest === undefined) break
        await pause(oldest + windowMs - nowMs(), `the limit of ${operation.endpoint} (${limit} a minute)`)
      }
      sent.of(key, operation.name).push(nowMs())
    },
    forecastMs: (key, counts) =>
      key === undefined
        ? 0
        : Math.max(...operationNames.map((name) => forecastOf(key, name, counts[name] ?? 0))),
    forget: sent.forget,
    hear: (answer) => {
      const here = presentEndpoint(answer)
      if (here !== null) present.add(here)
      const missing = absentEndpoint(answer)
      if (missing !== null) absent.add(missing)
    },
  }
}

/** When requests were sent that still count, by key and operation, the oldest first. */
function openSentTimes(nowMs: () => number): {
  of(key: string, name: OperationName): number[]
  forget(): void
} {
  const sent = new Map<string, number[]>()
  return {
    of: (key, name) => {
      const id = `${name} ${key}`
      const times = sent.get(id) ?? []
      sent.set(id, times)
      while (times[0] !== undefined && times[0] <= nowMs() - windowMs) times.shift()
      return times
    },
    forget: () => sent.clear(),
  }
}
