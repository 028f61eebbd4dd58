/**
 * The shortest list that still does what the whole does, as far as leaving parts out finds it: first halves, then smaller
 * parts (delta debugging). What it ends with can spare no single item, unless `isOver` ended it before.
 */
export async function minimise<Item>(
  items: readonly Item[],
  by: {
    /** Whether these still do it; all of them do. */
    does(kept: readonly Item[]): Promise<boolean>
    isOver(): boolean
  },
): Promise<readonly Item[]> {
  let kept = items
  let size = Math.ceil(kept.length / 2)
  while (size >= 1 && kept.length > 0) {
    const before = kept
    // From the end on: what comes last stands on what came before it.
    for (let end = kept.length; end > 0; end -= size) {
      if (by.isOver()) return kept
      const without = [...kept.slice(0, Math.max(0, end - size)), ...kept.slice(end)]
      if (without.length < kept.length && (await by.does(without))) kept = without
    }
    if (size === 1 && kept.length === before.length) return kept
    size = size === 1 ? 1 : Math.max(1, Math.floor(size / 2))
  }
  return kept
}
