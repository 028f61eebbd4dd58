import { DataFileError } from '../simulator/data-file-error.ts'
import type { Journal } from '../simulator/journal.ts'
import type { Simulator } from '../simulator/simulator.ts'

interface OpenJournal {
  readonly journal: Journal
  readonly failed: (error: unknown) => void
}

/** Opens the data file and fills the simulator from it. Throws `DataFileError` for a file that cannot be used. */
export async function openJournal(
  path: string,
  simulator: Simulator,
  {
    seed,
    onNotice = () => undefined,
  }: { readonly seed?: string | undefined; readonly onNotice?: ((text: string) => void) | undefined },
): Promise<OpenJournal> {
  // Reading and locking a file, and what a record must be, is code that a simulator in memory never needs.
  const [{ openDataFile }, { checkRecord }] = await Promise.all([
    import('../simulator/data-file.ts'),
    import('../simulator/record-check.ts'),
  ])
  const journal = await openDataFile(path, {
    drain: () => simulator.drain(),
    everything: () => simulator.everything(),
    restore: (entry) => simulator.restore(entry, checkRecord),
  })
  if (journal.recovered.droppedTail) {
    onNotice(
      `${path}: the last write was cut short by a crash and has been dropped; nothing answered was in it.`,
    )
  }
  if (seed !== undefined && simulator.seed !== seed && journal.recovered.records > 0) {
    await journal.close()
    throw new DataFileError({
      file: path,
      reason: `it holds data made with the seed ${simulator.seed}, not ${seed}`,
      advice: 'Leave --seed out, or choose another file.',
    })
  }
  return { journal, failed: (error) => onNotice(`${path}: a change could not be written: ${String(error)}`) }
}
