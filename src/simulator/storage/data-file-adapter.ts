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
 * How lowdb reads and writes a store: reading replays the file, writing appends what changed as one line. Once the
 * lines since the base are twice as long as it (and over 1 MiB), all records are written anew beside them.
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

  /** Whether the last line was cut short by a crash, and therefore left out and cut off. */
  get droppedTail(): boolean {
    return this.#droppedTail
  }

  /** Fills the store from the file. Throws `DataFileError` where the file is damaged, and leaves that as it is. */
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

  /** Whether changes were collected that no write has taken up. */
  get isBehind(): boolean {
    return !this.#unwritten.isEmpty
  }

  /** Collects what changed; whether anything has to be written. */
  stage(): boolean {
    this.#unwritten.add(this.#store.drain())
    return this.isBehind || this.#isCutShort()
  }

  /** Whether somebody had cut the file short and it was written anew since this was asked last. */
  takeWasCutShort(): boolean {
    const was = this.#wasCutShort
    this.#wasCutShort = false
    return was
  }

  /** Appends what changed. Rejects with `DataFileError`; what could not be written goes with the next write. */
  async write(store: Store): Promise<void> {
    if (this.#lines === undefined) throw new Error('A data file is read before it is written to.')
    if (!this.stage()) return
    const entries = this.#unwritten.take()
    if (this.#isCutShort()) return this.#writeAnew(store, entries)
    const payload = encodeEntries(entries)
    const ready = this.#compaction?.isReady === true ? this.#compaction : undefined
    // In the same synchronous stretch as the drain: what the base holds beyond this line is in those it is carried.
    if (this.#compaction !== undefined) this.#compaction.carry(payload)
    else if (this.#lines.endBytes > this.#compactAtBytes)
      this.#compaction = new Compaction(this.#file, store.everything(), this.#opener)
    // Put in place only with this line in it: its records may have been taken in the midst of a change that ends here.
    if (ready !== undefined && (await this.#adopt(ready))) return
    // Side by side, as both wait for the disk.
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

  /** All that the file held is in memory. */
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
    await (this.#lines ?? this.#handle).close()
    if (this.#identity !== undefined) releaseFile(this.#identity)
  }

  /** Goes on in the new file; whether there is one. */
  async #adopt(compaction: Compaction): Promise<boolean> {
    const compacted = await compaction.finish(() => this.#isInPlace())
    this.#compaction = undefined
    const old = this.#lines
    if (compacted === undefined) {
      // Not again at once: first the file grows as much as it would have to after a base of its size.
      if (old !== undefined) this.#use(old, old.endBytes)
      return false
    }
    this.#identify(await identityOf(compacted.handle))
    this.#handle = compacted.handle
    this.#use(compacted.lines, compacted.baseBytes)
    // Letting go of a long file takes a while, and no commit needs to wait for it.
    this.#tidying = Promise.all([syncDirectory(this.#file), old?.close().catch(() => {})])
    return true
  }

  /** Takes a file for this process's own. Throws if it has it open already, under another of its names. */
  #identify(identity: FileIdentity): void {
    if (!claimFile(identity)) throw openElsewhere(this.#file, 'this process')
    if (this.#identity !== undefined) releaseFile(this.#identity)
    this.#identity = identity
  }

  /** The lock keeps others from this name of the file; by another, the last who opened it may still have it open. */
  async #refuseIfOpen(opener: ProcessMark | null): Promise<void> {
    if (opener === null || opener.host !== hostname() || (await isSelf(opener))) return
    if ((await this.#handle.stat()).nlink > 1 && (await isAlive(opener)))
      throw openElsewhere(this.#file, `process ${opener.pid}`)
  }

  async #isInPlace(): Promise<boolean> {
    return (await identityAt(this.#file)) === this.#identity
  }

  /**
   * What is written to a file that nobody will find again is not kept. Looked at now and then: whoever takes the file away
   * takes what it held, and a moment more or less changes nothing.
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
