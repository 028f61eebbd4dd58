/** Counts how often walks have met each cell and each pair. */
export interface Coverage {
  hits(what: string): number
  /** The number of different names that were met. */
  size(): number
  names(): readonly string[]
  add(what: string): void
  /** Notes that this could have been met. */
  addPossible(what: string): void
  /** The number of different names that could have been met. */
  possibleSize(): number
  /** Returns a copy that counts on and can be merged later. */
  fork(): Coverage
  /** Adds what a fork has counted since it was made. */
  merge(fork: Coverage): void
  /** The names that could have been met. */
  possible(): Iterable<string>
}

export function openCoverage(before?: Pick<Coverage, 'hits'>): Coverage {
  const counts = new Map<string, number>()
  const possible = new Set<string>()
  const coverage: Coverage = {
    hits: (what) => (counts.get(what) ?? 0) + (before?.hits(what) ?? 0),
    size: () => counts.size,
    names: () => [...counts.keys()],
    add: (what) => {
      counts.set(what, (counts.get(what) ?? 0) + 1)
    },
    addPossible: (what) => {
      possible.add(what)
    },
    possibleSize: () => possible.size,
    fork: () => openCoverage(coverage),
    possible: () => possible,
    merge: (fork) => {
      for (const what of fork.possible()) possible.add(what)
      for (const what of fork.names()) {
        const own = fork.hits(what) - coverage.hits(what)
        counts.set(what, (counts.get(what) ?? 0) + Math.max(1, own))
      }
    },
  }
  return coverage
}
