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
  let free = count
  let size = count
  /** Whoever was at work before goes on before anybody begins: what it was told may hold for a time only. */
  const returning: (() => void)[] = []
  const beginning: (() => void)[] = []
  const acquire = async (queue: (() => void)[]): Promise<void> => {
    if (free > 0) {
      free -= 1
      return
    }
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  const handOn = (): void => {
    while (free > 0) {
      const next = returning.shift() ?? beginning.shift()
      if (next === undefined) return
      free -= 1
      next()
    }
  }
  const release = (): void => {
    free += 1
    handOn()
  }
  return {
    take: async (does) => {
      await acquire(beginning)
      try {
        return await does()
      } finally {
        release()
      }
    },
    leave: async (does) => {
      if (!lends) return does()
      release()
      try {
        return await does()
      } finally {
        await acquire(returning)
      }
    },
    size: () => size,
    resize: (next) => {
      free += next - size
      size = next
      handOn()
    },
  }
}
