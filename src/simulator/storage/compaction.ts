import type { RecordEntry } from './journal.ts'
import { SnapshotFile } from './snapshot-file.ts'

/**
 * Writes a new data file beside the old one while commits go on: first the records, taken bit by bit while they may
 * change, then the lines committed since it began, which put right whatever changed on the way. Once `isReady`, only the last few are missing, and `finish` may put it in place.
 */
export class Compaction {
  readonly #file: string
  readonly #carried: string[]
  readonly #work: Promise<SnapshotFile | undefined>
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
  async finish(isInPlace: () => Promise<boolean>): Promise<SnapshotFile | undefined> {
    const snapshot = await this.#work
    if (snapshot === undefined) return undefined
    try {
      await this.#catchUp(snapshot)
      // Somebody may have put another file there, which is not ours to replace.
      if (!(await isInPlace())) throw new Error('replaced')
      await snapshot.replace(this.#file)
      return snapshot
    } catch {
      await snapshot.abandon().catch(() => {})
      return undefined
    }
  }

  /** Stops as soon as may be and removes what is there. */
  async abandon(): Promise<void> {
    this.#goesOn = false
    const snapshot = await this.#work
    await snapshot?.abandon()
  }

  async #write(entries: Iterable<RecordEntry>): Promise<SnapshotFile | undefined> {
    let snapshot: SnapshotFile | undefined
    try {
      snapshot = await SnapshotFile.begin(this.#file)
      await snapshot.write(entries, () => this.#goesOn)
      await this.#catchUp(snapshot)
      if (this.#goesOn) await snapshot.lines.sync()
      await this.#catchUp(snapshot)
      return snapshot
    } catch {
      // The old file is whole and stays in use: a full disk must not stop commits that would still fit.
      await snapshot?.abandon().catch(() => {})
      return undefined
    } finally {
      this.#isReady = true
    }
  }

  async #catchUp(snapshot: SnapshotFile): Promise<void> {
    // Many lines to a write, where commits make one each: so it catches up with them.
    while (this.#carried.length > 0) await snapshot.lines.append(...this.#carried.splice(0, 64))
  }
}
