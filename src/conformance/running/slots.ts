/** How many rules may be at work at a time; one that waits may leave its slot to others. */
export interface Slots {
  /** Does it once there is a slot. */
  take<Value>(does: () => Promise<Value>): Promise<Value>
  /** Gives the slot away while it lasts, and waits for one again. Only within `take`. */
  leave<Value>(does: () => Promise<Value>): Promise<Value>
  /** From here on there are so many; who is at work stays at work. */
  resize(count: number): void
  size(): number
}

/** With `lends` off a slot that is left stays taken, so that whoever waits is never disturbed. */
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

/** Free slots, and who waits for one. */
function openRoom(count: number) {
  let free = count
  /** Whoever was at work before goes on before anybody begins: what it was told may hold for a time only. */
  const waiting: Readonly<Record<'returns' | 'begins', (() => void)[]>> = { returns: [], begins: [] }
  return {
    acquire: async (who: 'returns' | 'begins'): Promise<void> => {
      if (free <= 0) return new Promise((resolve) => waiting[who].push(resolve))
      free -= 1
    },
    /** Gives slots to whoever waits; fewer than none where there are to be fewer. */
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
