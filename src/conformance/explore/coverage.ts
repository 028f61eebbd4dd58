/** Counts how often random walks have tested each coverage cell (operation, state of its resource, kind of key) and each pair of operations. */
export interface Coverage {
  /** Returns how often a coverage cell or a pair of operations was tested, by earlier walks as well. */
  countHits(what: string): number
  /** Returns how many different coverage cells and pairs of operations the walks have tested. */
  size(): number
  names(): readonly string[]
  add(what: string): void
  /** Records that a walk could have tested this coverage cell or pair of operations. */
  addPossible(what: string): void
  /** Returns how many different coverage cells and pairs of operations the walks could have tested. */
  possibleSize(): number
  /** Returns the names of the coverage cells and pairs of operations that the walks could have tested. */
  possible(): Iterable<string>
  /** Returns a copy of the coverage that counts separately and can be merged later. */
  fork(): CoverageFork
  /** Adds the counts of a copy, which `fork` has made, to this coverage. */
  merge(fork: CoverageFork): void
}

/** A copy of a coverage that counts separately, and can be merged into the original. */
export interface CoverageFork extends Coverage {
  /** Lists the coverage cells and pairs of operations that this copy has counted, with their counts. */
  counted(): Iterable<readonly [what: string, count: number]>
}

/** Creates an empty coverage. `countHits` adds the counts of `earlier`, if it is given. */
export function openCoverage(earlier?: Pick<Coverage, 'countHits'>): CoverageFork {
  const counts = new Map<string, number>()
  const possible = new Set<string>()
  const add = (what: string, count = 1): void => {
    counts.set(what, (counts.get(what) ?? 0) + count)
  }
  const coverage: CoverageFork = {
    countHits: (what) => (counts.get(what) ?? 0) + (earlier?.countHits(what) ?? 0),
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
