import { performance } from 'node:perf_hooks'

/** Limits how many rules run at a time. A rule that waits may give up its slot meanwhile. */
export interface Slots {
  /** Runs `does` once there is a free slot. */
  take<Value>(does: () => Promise<Value>): Promise<Value>
  /** Gives up the slot while `does` runs, and waits for one afterwards. Only within `take`. */
  leave<Value>(does: () => Promise<Value>): Promise<Value>
  /** Changes the number of slots. Rules in progress go on. */
  resize(count: number): void
  size(): number
}

/** Opens so many slots. With `lends` off, `leave` keeps the slot, so that no other rule runs meanwhile. */
export function openSlots(count: number, { lends = true }: { readonly lends?: boolean } = {}): Slots {
  const room = openRoom(count)
  let size = count
  return {
    take: async (does) => {
      await room.acquire('begins')
      try {
        return await does()
      } finally {
        room.add(1)
      }
    },
    leave: async (does) => {
      if (!lends) return does()
      room.add(1)
      try {
        return await does()
      } finally {
        await room.acquire('returns')
      }
    },
    size: () => size,
    resize: (next) => {
      room.add(next - size)
      size = next
    },
  }
}

/** Counts free slots, and queues those that wait for one. */
function openRoom(count: number) {
  let free = count
  /** A rule that returns goes before one that begins, as what it has seen may soon be out of date. */
  const waiting: Readonly<Record<'returns' | 'begins', (() => void)[]>> = { returns: [], begins: [] }
  return {
    acquire: async (who: 'returns' | 'begins'): Promise<void> => {
      if (free <= 0) return new Promise((resolve) => waiting[who].push(resolve))
      free -= 1
    },
    /** Adds slots, and gives free ones to those that wait. A negative number takes slots away. */
    add: (slots: number): void => {
      free += slots
      while (free > 0) {
        const next = waiting.returns.shift() ?? waiting.begins.shift()
        if (next === undefined) return
        free -= 1
        next()
      }
    },
  }
}

/** Makes a function that runs what it is given one after the other, in the order of its calls. */
export function openTurns(): <Value>(does: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return (does) => {
    const next = last.then(does)
    last = next.catch(() => undefined)
    return next
  }
}

/** Decides how many rules run at a time, by how fast the target answers. */
export interface Concurrency {
  /** Records how long an answer to `what` took. */
  record(what: string, durationMs: number): void
  /** The number of rules that will run if answers stay as they are. */
  soon(): number
}

/** Answers that take at least this long are mostly waited for, so that more rules can share the wait. */
const slowMs = 100
/** The target is busy if answers take `busy` times as long as the fastest of their kind, and idle below `idle` times. */
const idle = 1.5
const busy = 2.5
/** The weight of one answer in the running averages. */
const weight = 0.1

/** If this process is busy for a larger part of its time, it is this process that is slow and not the target. */
const mostWork = 0.75
const lookEveryMs = 250

/**
 * Opens a concurrency between `least` and `most`. It grows by one with each answer that is slow although neither the
 * target nor this process is busy, and shrinks again if one is. `tell` is called with each new number.
 */
export function openConcurrency(options: {
  readonly least: number
  readonly most: number
  tell(concurrency: number): void
  /** The part of its time in which this process was busy lately, from 0 to 1. */
  readonly work?: () => number
}): Concurrency {
  const { least, most, tell, work = openWork() } = options
  const fastest = new Map<string, number>()
  let concurrency = least
  let typicalMs = 0
  let stretch = 1
  const set = (next: number): void => {
    if (next === concurrency || next < least || next > most) return
    concurrency = next
    tell(concurrency)
  }
  let isHere = false
  const grows = (): boolean => typicalMs >= slowMs && stretch <= idle && !isHere
  return {
    soon: () => (grows() ? most : concurrency),
    record: (what, durationMs) => {
      const best = Math.min(fastest.get(what) ?? durationMs, durationMs)
      fastest.set(what, best)
      typicalMs += (durationMs - typicalMs) * weight
      stretch += (durationMs / Math.max(best, 1) - stretch) * weight
      isHere = work() > mostWork
      if (grows()) set(concurrency + 1)
      else if (stretch >= busy || typicalMs < slowMs || isHere) set(concurrency - 1)
    },
  }
}

/** Measures how busy this process is. Waiting for a processor counts as busy, too. */
function openWork(): () => number {
  let last = performance.eventLoopUtilization()
  let lookedMs = performance.now()
  let share = 0
  return () => {
    const nowMs = performance.now()
    if (nowMs - lookedMs < lookEveryMs) return share
    const now = performance.eventLoopUtilization()
    share = performance.eventLoopUtilization(now, last).utilization
    last = now
    lookedMs = nowMs
    return share
  }
}
