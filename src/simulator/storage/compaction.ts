import type { FileHandle } from 'node:fs/promises'
import { CompactedFile } from './compacted-file.ts'
import type { RecordEntry } from './journal.ts'

/**
 * Writes a new data file next to the old one while commits continue. It first writes all records in steps. Records may
 * change between the steps, so it then adds the lines that were committed meanwhile, which contain these changes. Once
 * `isReady`, only the last few lines are missing, and `finish` may replace the old file.
 */
export class Compaction {
  readonly #file: string
  readonly #carried: string[] = []
  readonly #work: Promise<CompactedFile | undefined>
  readonly #old: FileHandle
  #goesOn = true
  #isReady = false
  #failure = ''

  /**
   * `old` is the open file that is to be replaced. `entries` are read bit by bit while commits go on. Every line that
   * is committed from now on must be passed to `copyLine`, and follows the entries. `first` is the first line of the
   * new file.
   */
  constructor(options: {
    readonly file: string
    readonly old: FileHandle
    readonly entries: Iterable<RecordEntry>
    readonly first: string
  }) {
    this.#file = options.file
    this.#old = options.old
    this.#work = this.#write(options)
  }

  /** Returns the reason why the new data file could not be made; empty if nothing failed. */
  get failure(): string {
    return this.#failure
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Takes a line that was committed to the old data file, to copy it to the new one. */
  copyLine(payload: string): void {
    this.#carried.push(payload)
  }

  /**
   * Replaces the old data file by the new one and returns the new one. If it could not be made, the old file stays, and
   * the result is undefined.
   */
  async finish(isInPlace: () => Promise<boolean>): Promise<CompactedFile | undefined> {
    const compacted = await this.#work
    if (compacted === undefined) return undefined
    try {
      await this.#catchUp(compacted)
      // Another program may have put its own file in the place of the data file. The simulator must not overwrite that
      // file.
      if (!(await isInPlace())) throw new Error('another program has moved or replaced it')
      await compacted.replace(this.#file)
      return compacted
    } catch (cause) {
      this.#noteFailure(cause)
      await compacted.abandon().catch(() => {})
      return undefined
    }
  }

  /** Stops the compaction as soon as possible and deletes the new data file. */
  async abandon(): Promise<void> {
    this.#goesOn = false
    const compacted = await this.#work
    await compacted?.abandon()
  }

  async #write(options: {
    readonly first: string
    readonly entries: Iterable<RecordEntry>
  }): Promise<CompactedFile | undefined> {
    let compacted: CompactedFile | undefined
    try {
      compacted = await CompactedFile.begin(this.#file)
      await compacted.copyRightsFrom(this.#old)
      await compacted.lines.append(options.first)
      await compacted.write(options.entries, () => this.#goesOn)
      await this.#catchUp(compacted)
      if (this.#goesOn) await compacted.lines.sync()
      await this.#catchUp(compacted)
      return compacted
    } catch (cause) {
      this.#noteFailure(cause)
      // The old file is complete and stays in use: commits may still fit on a full disk.
      await compacted?.abandon().catch(() => {})
      return undefined
    } finally {
      this.#isReady = true
    }
  }

  #noteFailure(cause: unknown): void {
    this.#failure = cause instanceof Error ? cause.message : String(cause)
  }

  async #catchUp(compacted: CompactedFile): Promise<void> {
    // One write contains many lines, while commits add one line each, so the copy catches up with the commits.
    while (this.#carried.length > 0) await compacted.lines.append(...this.#carried.splice(0, 64))
  }
}
