/** Lets only so many requests be in progress at a time. A request waits here before its time limit begins to run. */
export interface RequestQueue {
  /** Undefined if there is room at once; otherwise resolves when it is the turn of a request. */
  enter(who: string): Promise<void> | undefined
  leave(who: string): void
}

/** Opens a queue with room for so many requests. The rule with the fewest in progress goes first, so that one that sends hundreds holds up no other. */
export function openRequestQueue(room: number): RequestQueue {
  const underWay = new Map<string, number>()
  const waiting: { readonly who: string; readonly go: () => void }[] = []
  let count = 0
  const countOf = (who: string): number => underWay.get(who) ?? 0
  const begin = (who: string): void => {
    count += 1
    underWay.set(who, countOf(who) + 1)
  }
  return {
    enter: (who) => {
      if (count < room) {
        begin(who)
        return undefined
      }
      return new Promise((go) => waiting.push({ who, go }))
    },
    leave: (who) => {
      count -= 1
      const left = countOf(who) - 1
      if (left === 0) underWay.delete(who)
      else underWay.set(who, left)
      let next = 0
      for (const [index, each] of waiting.entries()) {
        if (countOf(each.who) < countOf(waiting[next]?.who ?? '')) next = index
      }
      for (const { who: chosen, go } of waiting.splice(next, 1)) {
        begin(chosen)
        go()
      }
    },
  }
}
