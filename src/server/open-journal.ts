import type { Simulator } from '../simulator/simulator.ts'
import { DataFileError } from '../simulator/storage/data-file-error.ts'
import type { Journal } from '../simulator/storage/journal.ts'

/** Opens the data file and fills the simulator from it. Throws `DataFileError` for a file that cannot be used. */
export async function openJournal(
  path: string,
  simulator: Simulator,
  {
    seed,
    onNotice = () => undefined,
  }: { readonly seed?: string | undefined; readonly onNotice?: ((text: string) => void) | undefined },
): Promise<Journal> {
  // A simulator in memory never needs this code.
  const [{ openDataFile }, { readRecord }] = await Promise.all([
    import('../simulator/storage/data-file.ts'),
    import('../simulator/storage/record-reader.ts'),
  ])
  const journal = await openDataFile(path, simulator.store(readRecord))
  if (journal.recovered.droppedTail) {
    onNotice(
      `${path}: the last write was cut short by a crash and has been dropped; nothing answered was in it.`,
    )
  }
  const missing = simulator.missing()
  if (missing !== undefined) {
    await journal.close()
    throw new DataFileError({
      file: path,
      reason: missing,
      advice: 'Put a good copy in its place, or move it away to start anew.',
    })
  }
  if (seed !== undefined && simulator.seed !== seed && journal.recovered.records > 0) {
    await journal.close()
    throw new DataFileError({
      file: path,
      reason: `it holds data made with the seed ${simulator.seed}, not ${seed}`,
      advice: 'Leave --seed out, or choose another file.',
    })
  }
  return journal
}

/** Gives a notice when the data file cannot be written, and when it can be again. */
export function watchJournal(path: string, journal: Journal, onNotice: (text: string) => void): void {
  journal.watch({
    failing: ({ reason, advice }) =>
      onNotice(
        `${path}: ${reason}. ${advice} Until then requests are answered with REQUEST.STORAGE.FAILED; what has changed is in memory, and lost if this process ends.`,
      ),
    recovered: () => onNotice(`${path} is written to again; nothing was lost.`),
    rewritten: () =>
      onNotice(`${path} was cut short while it was served. It has been written anew; nothing was lost.`),
  })
}
