import { CompactedFile } from './compacted-file.ts'
import type { RecordEntry } from './journal.ts'

/**
 * Writes a new data file beside the old one while commits go on: first the records, taken bit by bit while they may
 * change, then the lines committed since it began, which put right whatever changed on the way. Once `isReady`, only the last few are missing, and `finish` may put it in place.
 */
export class Compaction {
  readonly #file: string
  readonly #carried: string[]
  readonly #work: Promise<CompactedFile | undefined>
  #goesOn = true
  #isReady = false

  /**
   * `entries` are taken bit by bit while commits go on; every line from now on must be carried, and is put on top of them.
   * `first` is the first of these lines.
   */
  constructor(file: string, entries: Iterable<RecordEntry>, first: string) {
    this.#file = file
    this.#carried = [first]
    this.#work = this.#write(entries)
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** A line that the old file gets, and the new one must have too. */
  carry(payload: string): void {
    this.#carried.push(payload)
  }

  /** The new file, in the place of the old one; undefined if it could not be made, and the old one stays. */
  async finish(isInPlace: () => Promise<boolean>): Promise<CompactedFile | undefined> {
    const compacted = await this.#work
    if (compacted === undefined) return undefined
    try {
      await this.#catchUp(compacted)
      // Somebody may have put another file there, which is not ours to replace.
      if (!(await isInPlace())) throw new Error('replaced')
      await compacted.replace(this.#file)
      return compacted
    } catch {
      await compacted.abandon().catch(() => {})
      return undefined
    }
  }

  /** Stops as soon as may be and removes what is there. */
  async abandon(): Promise<void> {
    this.#goesOn = false
    const compacted = await this.#work
    await compacted?.abandon()
  }

  async #write(entries: Iterable<RecordEntry>): Promise<CompactedFile | undefined> {
    let compacted: CompactedFile | undefined
    try {
      compacted = await CompactedFile.begin(this.#file)
      await compacted.write(entries, () => this.#goesOn)
      await this.#catchUp(compacted)
      if (this.#goesOn) await compacted.lines.sync()
      await this.#catchUp(compacted)
      return compacted
    } catch {
      // The old file is whole and stays in use: a full disk must not stop commits that would still fit.
      await compacted?.abandon().catch(() => {})
      return undefined
    } finally {
      this.#isReady = true
    }
  }

  async #catchUp(compacted: CompactedFile): Promise<void> {
    // Many lines to a write, where commits make one each: so it catches up with them.
    while (this.#carried.length > 0) await compacted.lines.append(...this.#carried.splice(0, 64))
  }
}
