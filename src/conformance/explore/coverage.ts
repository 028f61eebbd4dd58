/** How often each cell and each pair was met. */
export interface Coverage {
  hits(what: string): number
  /** How many different ones there are. */
  size(): number
  names(): readonly string[]
  add(what: string): void
  /** It could have been met, whether it was or not. */
  addPossible(what: string): void
  /** How many different ones could have been met. */
  possibleSize(): number
  /** Another that counts on from here, and can be put into this one later. */
  fork(): Coverage
  /** Takes in what a fork has counted besides. */
  merge(fork: Coverage): void
  /** Those that could have been met. */
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
