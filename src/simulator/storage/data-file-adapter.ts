import { fstatSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Adapter } from 'lowdb'
import { systemTime } from '../time/clock.ts'
import { syncDirectory } from './compacted-file.ts'
import { Compaction } from './compaction.ts'
import { encodeEntries } from './data-entries.ts'
import { DataFileError, failureAt } from './data-file-error.ts'
import { encodeOpener, readDataFile } from './data-reader.ts'
import { claimFile, type FileIdentity, identityAt, identityOf, releaseFile } from './file-identity.ts'
import type { Entry, Store } from './journal.ts'
import { LineFile } from './line-file.ts'
import { describeSelf, isAlive, isSelf, type ProcessMark } from './process-mark.ts'
import { UnwrittenEntries } from './unwritten-entries.ts'

const placeKnownForMs = 100
const leastJournalBytes = 1024 * 1024

/**
 * How lowdb reads and writes a store. Reading replays the file; writing appends the changes as one line. Once the
 * lines after the base are twice as long as it (and over 1 MiB), all records are written to a new file.
 */
export class DataFileAdapter implements Adapter<Store> {
  readonly #file: string
  readonly #store: Store
  #handle: FileHandle
  readonly #unwritten = new UnwrittenEntries()
  #lines: LineFile | undefined
  #identity: FileIdentity | undefined
  /** The line that says that this process has the file open. */
  #opener = ''
  #compactAtBytes = 0
  #compaction: Compaction | undefined
  #tidying: Promise<unknown> | undefined
  #droppedTail = false
  #wasCutShort = false
  #placeKnownUntilMs = 0

  constructor(options: { readonly file: string; readonly store: Store; readonly handle: FileHandle }) {
    this.#file = options.file
    this.#store = options.store
    this.#handle = options.handle
  }

  /** Whether the last line was cut short by a crash, and therefore dropped. */
  get droppedTail(): boolean {
    return this.#droppedTail
  }

  /** Fills the store from the file. Throws `DataFileError` if the file is damaged, and leaves it as it is. */
  async read(): Promise<Store> {
    this.#identify(await identityOf(this.#handle))
    const take = this.#store.restore.bind(this.#store)
    const extent = await readDataFile(this.#handle, { file: this.#file, take })
    await this.#refuseIfOpen(extent.opener)
    if (extent.droppedTail) await this.#handle.truncate(extent.endBytes)
    this.#droppedTail = extent.droppedTail
    const lines = new LineFile(this.#handle, extent)
    this.#opener = encodeOpener(await describeSelf())
    await lines.append(this.#opener)
    this.#use(lines, extent.baseBytes)
    return this.#store
  }

  /** Whether there are collected changes that no write has taken up. */
  get isBehind(): boolean {
    return !this.#unwritten.isEmpty
  }

  /** Collects changes; returns whether anything has to be written. */
  stage(): boolean {
    this.#unwritten.add(this.#store.drain())
    return this.isBehind || this.#isCutShort()
  }

  /** Whether the file was found shortened and written anew since the last call. */
  takeWasCutShort(): boolean {
    const was = this.#wasCutShort
    this.#wasCutShort = false
    return was
  }

  /** Appends the changes. Rejects with `DataFileError`; changes that could not be written go with the next write. */
  async write(store: Store): Promise<void> {
    if (this.#lines === undefined) throw new Error('A data file is read before it is written to.')
    if (!this.stage()) return
    const entries = this.#unwritten.take()
    if (this.#isCutShort()) return this.#writeAnew(store, entries)
    const payload = encodeEntries(entries)
    const ready = this.#compaction?.isReady === true ? this.#compaction : undefined
    // No await since the drain: whatever changes from now on is in the lines that the compaction is given.
    if (this.#compaction !== undefined) this.#compaction.carry(payload)
    else if (this.#lines.endBytes > this.#compactAtBytes)
      this.#compaction = new Compaction(this.#file, store.everything(), this.#opener)
    // The new file needs this line too: its records may have been read in the middle of a change that ends here.
    if (ready !== undefined && (await this.#adopt(ready))) return
    // In parallel, as both wait for the disk.
    const outcomes = await Promise.allSettled([this.#lines.append(payload), this.#checkPlace()])
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      this.#unwritten.putBack(entries)
      throw failureAt(this.#file, outcome.reason)
    }
  }

  /**
   * Whether the file is shorter than what was written to it: whoever empties a log file without asking its writer
   * (`> FILE`, copytruncate) does that. What is written next would stand behind a hole.
   */
  #isCutShort(): boolean {
    return this.#lines !== undefined && fstatSync(this.#handle.fd).size < this.#lines.endBytes
  }

  /** Writes a new file. Everything the old one held is in memory. */
  async #writeAnew(store: Store, entries: readonly Entry[]): Promise<void> {
    const compaction = this.#compaction ?? new Compaction(this.#file, store.everything(), this.#opener)
    if (entries.length > 0) compaction.carry(encodeEntries(entries))
    if (await this.#adopt(compaction)) {
      this.#wasCutShort = true
      return
    }
    this.#unwritten.putBack(entries)
    throw new DataFileError({
      file: this.#file,
      reason: 'it was cut short while it was served, and cannot be written anew',
      advice: 'See that it is in its place, and that the disk has room for another of its size.',
    })
  }

  async close(): Promise<void> {
    await this.#compaction?.abandon()
    await this.#tidying
    // Before the file is closed: one that was removed may leave its number to another as soon as it is.
    if (this.#identity !== undefined) releaseFile(this.#identity)
    await (this.#lines ?? this.#handle).close()
  }

  /** Switches to the new file; returns whether there is one. */
  async #adopt(compaction: Compaction): Promise<boolean> {
    const compacted = await compaction.finish(() => this.#isInPlace())
    this.#compaction = undefined
    const old = this.#lines
    if (compacted === undefined) {
      // Not again at once: the file must first grow as if all of it were a new base.
      if (old !== undefined) this.#use(old, old.endBytes)
      return false
    }
    this.#identify(await identityOf(compacted.handle))
    this.#handle = compacted.handle
    this.#use(compacted.lines, compacted.baseBytes)
    // Closing a large file takes a while, and no commit needs to wait for it.
    this.#tidying = Promise.all([syncDirectory(this.#file), old?.close().catch(() => {})])
    return true
  }

  /** Takes a file for this process's own. Throws if it has it open already, under another of its names. */
  #identify(identity: FileIdentity): void {
    if (!claimFile(identity)) throw openElsewhere(this.#file, 'this process')
    if (this.#identity !== undefined) releaseFile(this.#identity)
    this.#identity = identity
  }

  /** The lock protects only this name of the file. Another process may have it open under another name. */
  async #refuseIfOpen(opener: ProcessMark | null): Promise<void> {
    if (opener === null || opener.host !== hostname() || (await isSelf(opener))) return
    if ((await this.#handle.stat()).nlink > 1 && (await isAlive(opener)))
      throw openElsewhere(this.#file, `process ${opener.pid}`)
  }

  async #isInPlace(): Promise<boolean> {
    return (await identityAt(this.#file)) === this.#identity
  }

  /**
   * Rejects if the file is no longer in its place: what is written to it would be lost. Checked now and then
   * only: whoever removes the file loses its content anyway, so a moment more or less does not matter.
   */
  async #checkPlace(): Promise<void> {
    if (systemTime.now() < this.#placeKnownUntilMs) return
    if (await this.#isInPlace()) {
      this.#placeKnownUntilMs = systemTime.now() + placeKnownForMs
      return
    }
    throw new DataFileError({
      file: this.#file,
      reason: 'it was removed, or another file put in its place, while it was served',
      advice: 'Put it back, or stop the simulator and start it again.',
    })
  }

  #use(lines: LineFile, baseBytes: number): void {
    this.#lines = lines
    this.#compactAtBytes = baseBytes + Math.max(leastJournalBytes, 2 * baseBytes)
  }
}

function openElsewhere(file: string, who: string): DataFileError {
  return new DataFileError({
    file,
    reason: `${who} has it open under another name`,
    advice: 'Stop that simulator, or use another data file.',
  })
}
