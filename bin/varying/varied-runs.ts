import { findConflict, type OfferedVariation } from '../../src/variations/offered.ts'
import type { CommandRun } from './command-runs.ts'

/**
 * The result of a command under variations of the service. `not met` means that the command passed, but a variation
 * changed no response that the command received.
 */
export interface VariedResult {
  readonly variations: readonly OfferedVariation[]
  readonly verdict: 'survived' | 'failed' | 'not met'
  readonly run: CommandRun
}

/** Divides variations into groups of up to `size` that can be combined; each group is for one run. */
export function groupVariations(
  variations: readonly OfferedVariation[],
  size: number,
): readonly (readonly OfferedVariation[])[] {
  const groups: OfferedVariation[][] = []
  for (const variation of variations) {
    const room = groups.find(
      (group) => group.length < size && findConflict([...group, variation]) === undefined,
    )
    if (room === undefined) groups.push([variation])
    else room.push(variation)
  }
  return groups
}

/**
 * Runs a command under each group of variations. If it fails under several variations at once, it also runs under each of
 * them alone. If it fails under none of them alone, the group itself is reported as failed.
 */
export async function runUnderVariations(
  groups: readonly (readonly OfferedVariation[])[],
  {
    run,
    onResult,
  }: {
    readonly run: (variations: readonly OfferedVariation[]) => Promise<CommandRun | undefined>
    readonly onResult: (result: VariedResult) => void
  },
): Promise<readonly VariedResult[]> {
  const results: VariedResult[] = []
  const addResults = (...more: readonly VariedResult[]): void => {
    for (const result of more) onResult(result)
    results.push(...more)
  }
  for (const group of groups) {
    const ended = await run(group)
    if (ended === undefined) break
    if (ended.status === 0 || group.length === 1) {
      addResults(...group.map((variation) => createVariedResult([variation], ended)))
      continue
    }
    const alone: VariedResult[] = []
    for (const variation of group) {
      const one = await run([variation])
      if (one === undefined) break
      alone.push(createVariedResult([variation], one))
    }
    addResults(...alone)
    if (alone.every(({ verdict }) => verdict !== 'failed')) addResults(createVariedResult(group, ended))
  }
  return results
}

function createVariedResult(variations: readonly OfferedVariation[], run: CommandRun): VariedResult {
  const isMet = variations.every(({ id }) => run.applied.some((each) => each.id === id && each.times > 0))
  return { variations, verdict: run.status !== 0 ? 'failed' : isMet ? 'survived' : 'not met', run }
}

/** Returns the ids of a result's variations as a text. */
export function formatVariationIds({ variations }: VariedResult): string {
  return variations.map(({ id }) => id).join(' + ')
}
