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
