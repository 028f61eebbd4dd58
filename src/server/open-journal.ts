import type { Simulator } from '../simulator/simulator.ts'
import { DataFileError } from '../simulator/storage/data-file/data-file-error.ts'
import type { Journal } from '../simulator/storage/journal.ts'

/**
 * Opens the data file and restores the simulator from it. Throws `DataFileError` if the file cannot be used, and leaves
 * the file unchanged.
 */
export async function openJournal(
  path: string,
  simulator: Simulator,
  { seed }: { readonly seed?: string | undefined },
): Promise<Journal> {
  // The code for data files is loaded here, because a simulator without a data file never needs it.
  const [{ openDataFile }, { readRecord }] = await Promise.all([
    import('../simulator/storage/data-file/data-file.ts'),
    import('../simulator/storage/record-reader.ts'),
  ])
  const journal = await openDataFile(path, simulator.createStore(readRecord))
  const missing = simulator.findMissingRecord()
  if (missing !== undefined) {
    await journal.abandon()
    throw new DataFileError({
      file: path,
      reason: missing,
      advice: 'Put a good copy in its place, or move the file away to start with an empty one.',
    })
  }
  if (seed !== undefined && simulator.seed !== seed && journal.recovered.records > 0) {
    await journal.abandon()
    throw new DataFileError({
      file: path,
      reason: `it holds data made with the seed ${simulator.seed}, not ${seed}`,
      advice: 'Leave --seed out, or choose another file.',
    })
  }
  return journal
}

/**
 * Notifies the operator now if the last line of the data file was incomplete, and later whenever writing to the file
 * fails or works again. To be called after the first write, which has dropped the incomplete line.
 */
export function watchJournal(path: string, journal: Journal, onNotice: (text: string) => void): void {
  if (journal.recovered.droppedTail) {
    onNotice(
      `${path}: the last write was cut short and has been dropped. If a crash cut it short, no client lost anything that was confirmed. After anything else, such as an interrupted copy, later changes may be missing too: stop the simulator and put a good copy in its place.`,
    )
  }
  journal.watch({
    onFailure: ({ reason, advice }) =>
      onNotice(
        `${path}: ${reason}. ${advice} Until then, requests get REQUEST.STORAGE.FAILED. Unsaved changes are in memory, and are lost if this process ends.`,
      ),
    onRecovery: () => onNotice(`${path} can be written again; nothing was lost.`),
    onNotice,
  })
}
