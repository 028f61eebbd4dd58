import { fstatSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Adapter } from 'lowdb'
import { systemTime } from '../../time/clock.ts'
import { syncDirectory } from '../compacted-file.ts'
import { Compaction } from '../compaction.ts'
import { claimFile, type FileIdentity, readIdentity, readIdentityAt, releaseFile } from '../file-identity.ts'
import type { Entry, Store } from '../journal.ts'
import { removeLeftovers } from '../leftovers.ts'
import { describeThisProcess, isProcessAlive, isThisProcess, type ProcessMark } from '../process-mark.ts'
import { UnwrittenEntries } from '../unwritten-entries.ts'
import { encodeEntries } from './data-entries.ts'
import { DataFileError, toDataFileError } from './data-file-error.ts'
import { encodeOpenerLine, readDataFile } from './data-reader.ts'
import { LineFile } from './line-file.ts'

const placeKnownForMs = 100
const minJournalBytes = 1024 * 1024

/**
 * Reads and writes a store for the library lowdb. Reading applies all lines of the file; writing appends the changes as
 * one line. Once the lines after the snapshot are twice as long as the snapshot (and over 1 MiB), all records are
 * written to a new file.
 */
export class DataFileAdapter implements Adapter<Store> {
  readonly #file: string
  readonly #store: Store
  #handle: FileHandle
  readonly #unwritten = new UnwrittenEntries()
  #lines: LineFile | undefined
  #identity: FileIdentity | undefined
  /** The line of the data file that says that this process has it open. The first write begins with this line. */
  #opener = ''
  #hasOpener = false
  #compactAtBytes = 0
  #compaction: Compaction | undefined
  #tidying: Promise<unknown> | undefined
  #droppedTail = false
  #notices: string[] = []
  #placeKnownUntilMs = 0

  constructor(options: { readonly file: string; readonly store: Store; readonly handle: FileHandle }) {
    this.#file = options.file
    this.#store = options.store
    this.#handle = options.handle
  }

  /** Whether a crash had cut the last line of the data file short, so that the line was dropped. */
  get droppedTail(): boolean {
    return this.#droppedTail
  }

  /** Fills the store from the data file, which stays unchanged. Throws `DataFileError` if the file is damaged. */
  async read(): Promise<Store> {
    this.#claimIdentity(await readIdentity(this.#handle))
    const take = this.#store.restore.bind(this.#store)
    const extent = await readDataFile(this.#handle, { file: this.#file, take })
    await this.#refuseIfOpen(extent.opener)
    this.#droppedTail = extent.droppedTail
    this.#opener = encodeOpenerLine(await describeThisProcess())
    this.#useFile(new LineFile(this.#handle, extent), extent.snapshotBytes)
    return this.#store
  }

  /** Whether some collected changes are not yet part of any write. */
  get hasUnwrittenChanges(): boolean {
    return !this.#unwritten.isEmpty
  }

  /** Collects the changes of the store for the next write; returns whether there are any. */
  collectChanges(): boolean {
    this.#unwritten.add(this.#store.drain())
    return this.hasUnwrittenChanges || this.#isCutShort()
  }

  /** Returns the notices since the last call: sentences for the file's owner. */
  takeNotices(): readonly string[] {
    const notices = this.#notices
    this.#notices = []
    return notices
  }

  /** Appends the changes. Rejects with `DataFileError`; changes that could not be written go with the next write. */
  async write(store: Store): Promise<void> {
    if (this.#lines === undefined) throw new Error('The data file must be read before the first write.')
    if (!this.collectChanges()) return
    const entries = this.#unwritten.take()
    if (this.#isCutShort()) return this.#writeAnew(store, entries)
    const payload = encodeEntries(entries)
    const ready = this.#compaction?.isReady === true ? this.#compaction : undefined
    // No `await` lies between the collecting of the changes and this statement, so the compaction misses no later
    // change.
    if (this.#compaction !== undefined) this.#compaction.copyLine(payload)
    // The first write removes temporary files beside the data file. So no compaction may start before it.
    else if (this.#hasOpener && this.#lines.endBytes > this.#compactAtBytes)
      this.#compaction = this.#compact(store)
    // The new data file needs this line too: its records may have been read in the middle of a change, and this line
    // has the rest of the change.
    if (ready !== undefined && (await this.#switchToCompacted(ready))) return
    // The write, and the check that the file is in its place, run in parallel, because both wait for the disk.
    const outcomes = await Promise.allSettled([this.#append(this.#lines, payload), this.#checkPlace()])
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      this.#unwritten.putBack(entries)
      throw toDataFileError(this.#file, outcome.reason)
    }
  }

  /**
   * Appends lines to the data file. The first append also marks the file as used by this process. No earlier step marks
   * it, so that a refused start leaves it unchanged.
   */
  async #append(lines: LineFile, payload: string): Promise<void> {
    if (this.#hasOpener) return lines.append(payload)
    await lines.append(this.#opener, payload)
    this.#hasOpener = true
    await removeAccessOfOthers(this.#handle)
    await removeLeftovers(this.#file)
  }

  /**
   * Whether the data file is shorter than what was written to it, because a program has emptied it like a log file (`>
   * FILE`, copytruncate). The next write would leave a hole in the file.
   */
  #isCutShort(): boolean {
    return this.#lines !== undefined && fstatSync(this.#handle.fd).size < this.#lines.endBytes
  }

  /** Writes a new data file with all records, which are still in memory. */
  async #writeAnew(store: Store, entries: readonly Entry[]): Promise<void> {
    const compaction = this.#compaction ?? this.#compact(store)
    if (entries.length > 0) compaction.copyLine(encodeEntries(entries))
    if (await this.#switchToCompacted(compaction)) {
      this.#notices.push(
        `${this.#file} was cut short while the simulator ran. It has been written anew; nothing was lost.`,
      )
      return
    }
    this.#unwritten.putBack(entries)
    throw new DataFileError({
      file: this.#file,
      reason: 'another program cut it short while the simulator ran, and the simulator cannot write it again',
      advice:
        'Check that the file is in its place, and that the disk has room for a second file of its size.',
    })
  }

  async close(): Promise<void> {
    await this.#compaction?.abandon()
    await this.#tidying
    // The claim must end before the file is closed: after that, the system may give the same identity to another
    // file.
    if (this.#identity !== undefined) releaseFile(this.#identity)
    await (this.#lines ?? this.#handle).close()
  }

  #compact(store: Store): Compaction {
    return new Compaction({
      file: this.#file,
      old: this.#handle,
      entries: store.listRecords(),
      first: this.#opener,
    })
  }

  /** Replaces the data file by the compacted one; returns whether that succeeded. */
  async #switchToCompacted(compaction: Compaction): Promise<boolean> {
    const compacted = await compaction.finish(() => this.#isInPlace())
    this.#compaction = undefined
    const old = this.#lines
    if (compacted === undefined) {
      // The compaction failed. The next compaction waits as long as if the whole file were a snapshot.
      if (old !== undefined) this.#useFile(old, old.endBytes)
      this.#notices.push(
        `${this.#file} keeps growing, because it cannot be written anew (${compaction.failure}).`,
      )
      return false
    }
    const { lostRights } = compacted
    if (lostRights !== undefined) this.#notices.push(`${this.#file} was written anew: ${lostRights}`)
    this.#claimIdentity(await readIdentity(compacted.handle))
    this.#handle = compacted.handle
    this.#hasOpener = true
    this.#useFile(compacted.lines, compacted.snapshotBytes)
    // Closing a large file takes a while, and no commit needs to wait for it.
    this.#tidying = Promise.all([syncDirectory(this.#file), old?.close().catch(() => {})])
    return true
  }

  /** Claims a file for this process. Throws if this process already has the file open under another name. */
  #claimIdentity(identity: FileIdentity): void {
    if (!claimFile(identity)) throw createInUseError(this.#file, 'this process')
    if (this.#identity !== undefined) releaseFile(this.#identity)
    this.#identity = identity
  }

  /** Throws if another process has the file open under another name: the lock protects only this name of the file. */
  async #refuseIfOpen(opener: ProcessMark | null): Promise<void> {
    if (opener === null || opener.host !== hostname() || (await isThisProcess(opener))) return
    if ((await this.#handle.stat()).nlink > 1 && (await isProcessAlive(opener)))
      throw createInUseError(this.#file, `process ${opener.pid}`)
  }

  async #isInPlace(): Promise<boolean> {
    return (await readIdentityAt(this.#file)) === this.#identity
  }

  /**
   * Rejects if the data file is no longer in its place, because later writes would be lost. The check runs only now
   * and then: a file that was removed has lost all its content, so a short delay does not matter.
   */
  async #checkPlace(): Promise<void> {
    if (systemTime.now() < this.#placeKnownUntilMs) return
    if (await this.#isInPlace()) {
      this.#placeKnownUntilMs = systemTime.now() + placeKnownForMs
      return
    }
    throw new DataFileError({
      file: this.#file,
      reason: 'it was removed or replaced by another file while the simulator ran',
      advice: 'Put it back, or stop the simulator and start it again.',
    })
  }

  #useFile(lines: LineFile, snapshotBytes: number): void {
    this.#lines = lines
    this.#compactAtBytes = snapshotBytes + Math.max(minJournalBytes, 2 * snapshotBytes)
  }
}

/**
 * Makes a data file private if every user of the machine may use it, because it holds names, phone numbers and keys.
 * The access rights of the file's group stay. A file of another owner is left unchanged.
 */
async function removeAccessOfOthers(handle: FileHandle): Promise<void> {
  const { mode, uid } = await handle.stat()
  if ((mode & 0o007) !== 0 && uid === process.geteuid?.()) await handle.chmod(mode & 0o770)
}

function createInUseError(file: string, who: string): DataFileError {
  return new DataFileError({
    file,
    reason: `${who} has it open under another name`,
    advice: 'Stop that simulator, or use another data file.',
  })
}
