/** Lets only so many requests be under way at a time, so that none waits for its turn while its time runs. */
export interface RequestQueue {
  /** Undefined where there is room at once. */
  enter(who: string): Promise<void> | undefined
  leave(who: string): void
}

/** Whoever has the fewest under way goes first: a rule that sends hundreds at once holds up nobody who sends one. */
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
