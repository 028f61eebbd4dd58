/** How often each cell and each pair was met. */
export interface Coverage {
  hits(what: string): number
  /** How many different ones there are. */
  size(): number
  names(): readonly string[]
  add(what: string): void
  /** Another that counts on from here, and can be put into this one later. */
  fork(): Coverage
  /** Takes in what a fork has counted besides. */
  merge(fork: Coverage): void
}

export function openCoverage(before?: Coverage): Coverage {
  const counts = new Map<string, number>()
  const coverage: Coverage = {
    hits: (what) => (counts.get(what) ?? 0) + (before?.hits(what) ?? 0),
    size: () => counts.size,
    names: () => [...counts.keys()],
    add: (what) => {
      counts.set(what, (counts.get(what) ?? 0) + 1)
    },
    fork: () => openCoverage(coverage),
    merge: (fork) => {
      for (const what of fork.names()) {
        const own = fork.hits(what) - coverage.hits(what)
        counts.set(what, (counts.get(what) ?? 0) + Math.max(1, own))
      }
    },
  }
  return coverage
}
