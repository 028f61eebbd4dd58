import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Operation } from './operation.ts'
import { pause as sleep } from './pause.ts'

/** Keeps a run within the documented limits: so many requests a minute for each key and endpoint. */
export interface Pace {
  /** Resolves when the request may leave; `atOnce` counts it and lets it go. */
  take(
    key: string | undefined,
    operation: Operation | undefined,
    options: { readonly atOnce: boolean },
  ): Promise<void>
}

/** A little more than a window, for requests that were long under way. */
const windowMs = constants.rateLimitWindowSeconds * 1_000 + 2_000

export function openPace(options: {
  readonly signal: AbortSignal
  /** Limits that support has raised or lowered for this client, by endpoint. */
  readonly limits?: Readonly<Record<string, number>>
  readonly nowMs?: () => number
  readonly pause?: (waitMs: number, signal: AbortSignal) => Promise<void>
}): Pace {
  const { nowMs = () => performance.now(), pause = sleep } = options
  const sent = new Map<string, number[]>()
  return {
    take: async (key, operation, { atOnce }) => {
      if (key === undefined || operation === undefined) return
      const limit = options.limits?.[operation.endpoint] ?? operation.limitPerMinute
      const name = `${operation.name} ${key}`
      const times = sent.get(name) ?? []
      sent.set(name, times)
      for (;;) {
        while (times[0] !== undefined && times[0] <= nowMs() - windowMs) times.shift()
        const [oldest] = times
        if (atOnce || times.length < limit || oldest === undefined) break
        await pause(oldest + windowMs - nowMs(), options.signal)
      }
      times.push(nowMs())
    },
  }
}
