/** How many rules may be at work at a time; one that waits for time to pass may leave its slot to others. */
export interface Slots {
  /** Does it once there is a slot. */
  take<Value>(does: () => Promise<Value>): Promise<Value>
  /** Gives the slot away while it lasts, and waits for one again. Only within `take`. */
  leave<Value>(does: () => Promise<Value>): Promise<Value>
}

/** With `lends` off a slot that is left stays taken, so that whoever waits is never disturbed. */
export function openSlots(count: number, { lends = true }: { readonly lends?: boolean } = {}): Slots {
  let free = count
  const waiting: (() => void)[] = []
  const acquire = async (): Promise<void> => {
    if (free > 0) {
      free -= 1
      return
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const release = (): void => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  return {
    take: async (does) => {
      await acquire()
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
        await acquire()
      }
    },
  }
}
