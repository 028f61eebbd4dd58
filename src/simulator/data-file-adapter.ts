import type { FileHandle } from 'node:fs/promises'
import type { Adapter } from 'lowdb'
import { Compaction } from './compaction.ts'
import { encodeEntries } from './data-entries.ts'
import { failureAt } from './data-file-error.ts'
import { readDataFile } from './data-reader.ts'
import type { Store } from './journal.ts'
import { LineFile } from './line-file.ts'
import { syncDirectory } from './snapshot-file.ts'
import { UnwrittenEntries } from './unwritten-entries.ts'

const leastJournalBytes = 1024 * 1024

/**
 * How lowdb reads and writes a store: reading replays the file, writing appends what changed as one line. Once the
 * lines since the snapshot are twice as long as it (and over 1 MiB), all records are written anew beside them.
 */
export class DataFileAdapter implements Adapter<Store> {
  readonly #file: string
  readonly #store: Store
  readonly #handle: FileHandle
  readonly #unwritten = new UnwrittenEntries()
  #lines: LineFile | undefined
  #compactAtBytes = 0
  #compaction: Compaction | undefined
  #tidying: Promise<unknown> | undefined
  #droppedTail = false

  constructor(options: { readonly file: string; readonly store: Store; readonly handle: FileHandle }) {
    this.#file = options.file
    this.#store = options.store
    this.#handle = options.handle
  }

  /** Whether the last line was cut short by a crash, and therefore left out and cut off. */
  get droppedTail(): boolean {
    return this.#droppedTail
  }

  /** Fills the store from the file. Throws `DataFileError` where the file is damaged, and leaves that as it is. */
  async read(): Promise<Store> {
    const take = this.#store.restore.bind(this.#store)
    const extent = await readDataFile(this.#handle, { file: this.#file, take })
    if (extent.droppedTail) await this.#handle.truncate(extent.endBytes)
    this.#droppedTail = extent.droppedTail
    this.#use(new LineFile(this.#handle, extent), extent.snapshotBytes)
    return this.#store
  }

  /** Whether changes were collected that no write has taken up. */
  get isBehind(): boolean {
    return !this.#unwritten.isEmpty
  }

  /** Collects what changed; whether anything is waiting to be written. */
  stage(): boolean {
    this.#unwritten.add(this.#store.drain())
    return this.isBehind
  }

  /** Appends what changed. Rejects with `DataFileError`; what could not be written goes with the next write. */
  async write(store: Store): Promise<void> {
    if (this.#compaction?.isReady) await this.#adopt(this.#compaction)
    const lines = this.#lines
    if (lines === undefined) throw new Error('A data file is read before it is written to.')
    if (!this.stage()) return
    const entries = this.#unwritten.take()
    const payload = encodeEntries(entries)
    // In the same synchronous stretch as the drain: the snapshot then holds this line's changes and none of the next's.
    if (this.#compaction !== undefined) this.#compaction.carry(payload)
    else if (lines.endBytes > this.#compactAtBytes)
      this.#compaction = new Compaction(this.#file, store.everything())
    try {
      await lines.append(payload)
    } catch (cause) {
      this.#unwritten.putBack(entries)
      throw failureAt(this.#file, cause)
    }
  }

  async close(): Promise<void> {
    await this.#compaction?.abandon()
    await this.#tidying
    await (this.#lines ?? this.#handle).close()
  }

  async #adopt(compaction: Compaction): Promise<void> {
    const snapshot = await compaction.finish()
    this.#compaction = undefined
    const old = this.#lines
    if (snapshot === undefined) {
      // Not again at once: first the file grows as much as it would have to after a snapshot of its size.
      if (old !== undefined) this.#use(old, old.endBytes)
      return
    }
    this.#use(snapshot.lines, snapshot.snapshotBytes)
    // Letting go of a long file takes a while, and no commit needs to wait for it.
    this.#tidying = Promise.all([syncDirectory(this.#file), old?.close().catch(() => {})])
  }

  #use(lines: LineFile, snapshotBytes: number): void {
    this.#lines = lines
    this.#compactAtBytes = snapshotBytes + Math.max(leastJournalBytes, 2 * snapshotBytes)
  }
}
