import { performance } from 'node:perf_hooks'

/** Limits how many tasks run at a time. Each running task has one slot, which it can free while it waits. */
export interface Semaphore {
  /** Runs a task as soon as a slot is free. */
  run<Value>(task: () => Promise<Value>): Promise<Value>
  /** Runs `wait`, and frees the slot of the calling task meanwhile. The task must have been started by `run`. */
  releaseDuring<Value>(wait: () => Promise<Value>): Promise<Value>
  /** Changes the number of slots. Running tasks keep their slots. */
  resize(count: number): void
  size(): number
}

/** Creates a semaphore with `count` slots. If `lends` is false, `releaseDuring` keeps the slot, so that no other task runs meanwhile. */
export function createSemaphore(
  count: number,
  { lends = true }: { readonly lends?: boolean } = {},
): Semaphore {
  let size = count
  let free = count
  /** Tasks that wait for a slot. Tasks that return from a wait go before new tasks, as the responses that they have read get old. */
  const waiting: Readonly<Record<'returns' | 'begins', (() => void)[]>> = { returns: [], begins: [] }
  const acquireSlot = async (queue: keyof typeof waiting): Promise<void> => {
    if (free <= 0) return new Promise((resolve) => waiting[queue].push(resolve))
    free -= 1
  }
  /** Adds free slots and gives free slots to waiting tasks. A negative number removes slots. */
  const releaseSlots = (slots: number): void => {
    free += slots
    while (free > 0) {
      const next = waiting.returns.shift() ?? waiting.begins.shift()
      if (next === undefined) return
      free -= 1
      next()
    }
  }
  return {
    run: async (task) => {
      await acquireSlot('begins')
      try {
        return await task()
      } finally {
        releaseSlots(1)
      }
    },
    releaseDuring: async (wait) => {
      if (!lends) return wait()
      releaseSlots(1)
      try {
        return await wait()
      } finally {
        await acquireSlot('returns')
      }
    },
    size: () => size,
    resize: (next) => {
      releaseSlots(next - size)
      size = next
    },
  }
}

/** Creates a function that runs tasks one after the other, in the order of its calls. */
export const createMutex = (): Semaphore['run'] => createSemaphore(1).run

/** Decides by how fast the target responds how many rules run at a time. */
export interface Concurrency {
  /** Records how long a response of an endpoint took. */
  record(endpoint: string, durationMs: number): void
  /** Returns how many rules will soon run at a time if responses stay as fast as they are. */
  forecastConcurrency(): number
}

/** If responses take at least this long, in milliseconds, the number of rules that run at a time may grow. */
const slowMs = 100
/**
 * The target is busy if responses take `busy` times as long as the fastest response of their endpoint. It is not busy
 * if they take less than `idle` times as long.
 */
const idle = 1.5
const busy = 2.5
/** The weight of one response in the running averages. */
const weight = 0.1

/** If this process is busy for more than this part of the time, then responses are slow because of this process, not the target. */
const maxLoad = 0.75
const measureEveryMs = 250

/**
 * Creates a `Concurrency` between `min` and `max`. With each slow response, the number of rules grows by one if neither
 * the target nor this process is busy, and shrinks if one of them is. `onChange` is called with each new number.
 */
export function createConcurrencyControl(options: {
  readonly min: number
  readonly max: number
  onChange(concurrency: number): void
  /** Returns for which part of the time this process was busy lately, from 0 to 1. */
  readonly load?: () => number
}): Concurrency {
  const { min, max, onChange, load = createLoadMeter() } = options
  const fastest = new Map<string, number>()
  let concurrency = min
  let averageMs = 0
  let stretch = 1
  let isLoaded = false
  const setConcurrency = (next: number): void => {
    if (next === concurrency || next < min || next > max) return
    concurrency = next
    onChange(concurrency)
  }
  const canGrow = (): boolean => averageMs >= slowMs && stretch <= idle && !isLoaded
  return {
    forecastConcurrency: () => (canGrow() ? max : concurrency),
    record: (endpoint, durationMs) => {
      const best = Math.min(fastest.get(endpoint) ?? durationMs, durationMs)
      fastest.set(endpoint, best)
      averageMs += (durationMs - averageMs) * weight
      stretch += (durationMs / Math.max(best, 1) - stretch) * weight
      isLoaded = load() > maxLoad
      if (canGrow()) setConcurrency(concurrency + 1)
      else if (stretch >= busy || averageMs < slowMs || isLoaded) setConcurrency(concurrency - 1)
    },
  }
}

/** Creates a function that returns for which part of the time this process is busy. Time in which it waits for a processor counts as busy. */
function createLoadMeter(): () => number {
  let last = performance.eventLoopUtilization()
  let measuredMs = performance.now()
  let load = 0
  return () => {
    const nowMs = performance.now()
    if (nowMs - measuredMs < measureEveryMs) return load
    const now = performance.eventLoopUtilization()
    load = performance.eventLoopUtilization(now, last).utilization
    last = now
    measuredMs = nowMs
    return load
  }
}
