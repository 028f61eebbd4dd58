/** Counts how often walks have met each cell and each pair. */
export interface Coverage {
  countHits(what: string): number
  /** Returns the number of different names that were met. */
  size(): number
  names(): readonly string[]
  add(what: string): void
  /** Notes that this could have been met. */
  addPossible(what: string): void
  /** Returns the number of different names that could have been met. */
  possibleSize(): number
  /** Returns the names that could have been met. */
  possible(): Iterable<string>
  /** Returns a copy that counts on and can be merged later. */
  fork(): CoverageFork
  /** Adds what a fork has counted since it was made. */
  merge(fork: CoverageFork): void
}

export interface CoverageFork extends Coverage {
  /** Lists the names that this fork has counted, with their counts. */
  counted(): Iterable<readonly [what: string, count: number]>
}

export function openCoverage(before?: Pick<Coverage, 'countHits'>): CoverageFork {
  const counts = new Map<string, number>()
  const possible = new Set<string>()
  const add = (what: string, count = 1): void => {
    counts.set(what, (counts.get(what) ?? 0) + count)
  }
  const coverage: CoverageFork = {
    countHits: (what) => (counts.get(what) ?? 0) + (before?.countHits(what) ?? 0),
    size: () => counts.size,
    names: () => [...counts.keys()],
    counted: () => counts,
    add: (what) => add(what),
    addPossible: (what) => possible.add(what),
    possibleSize: () => possible.size,
    possible: () => possible,
    fork: () => openCoverage(coverage),
    merge: (fork) => {
      for (const what of fork.possible()) possible.add(what)
      for (const [what, count] of fork.counted()) add(what, count)
    },
  }
  return coverage
}
