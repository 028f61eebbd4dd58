import type { FileWatcher } from './write-watch.ts'

/** A change that the data file stores. A reader applies the entries in their order. */
export type Entry = RecordEntry | AccountGone

/**
 * A changed record of the data file. `json` is its JSON text; null if it is deleted. A record of no account has the
 * account ''. An id may be any text: clients choose some of them.
 */
export interface RecordEntry {
  readonly account: string
  readonly collection: string
  readonly id: string
  readonly json: string | null
}

/**
 * The removal of all records of an account. It is a separate type, because any id or collection name may be in use, so
 * none can mark a removal.
 */
export interface AccountGone {
  readonly account: string
  readonly isGone: true
}

/**
 * The records that a data file stores. It reports changes, lists all records, and accepts records that were read from
 * the file.
 */
export interface Store {
  /** Returns the changes since the last call in the order in which they must be applied, each record at most once. */
  drain(): readonly Entry[]
  /** The number of stored records. */
  readonly size: number
  /**
   * Yields all records in steps, between which requests may run. The caller then applies later changes, which `drain`
   * returns.
   */
  listRecords(): Iterable<RecordEntry>
  /**
   * Restores an entry of the data file. May throw; the file is then refused with that error as the reason. `isOwn`:
   * this version of Drydock wrote the entry, and so checked it.
   */
  restore(entry: Entry, isOwn: boolean): void
}

/**
 * An open data file. Its content survives the death of the process at any moment (kill -9), because the operating
 * system has the bytes before a commit resolves. It does not promise to survive a power cut.
 */
export interface Journal {
  /**
   * Resolves once every change made before the call is in the file; concurrent callers share one write. Rejects
   * with a `DataFileError` if the file could not be written: the changes stay in memory and go with the next
   * commit.
   */
  commit(): Promise<void>
  /**
   * Whether changes that were taken from the store are not yet in the data file. While this is true, a response has to
   * wait for `commit`, even if the store has no new changes.
   */
  readonly hasUnwrittenChanges: boolean
  /**
   * The number of records in the opened file, and whether its last commit was dropped because a crash had cut it short.
   */
  readonly recovered: { readonly records: number; readonly droppedTail: boolean }
  /** Lets the watcher know from now on when a write fails, and when a write succeeds again. */
  watch(watcher: FileWatcher): void
  /** Commits the remaining changes and closes the file. Rejects like `commit`; the file is closed in either case. */
  close(): Promise<void>
  /** Closes the file without a commit. A file without an earlier commit is as it was before it was opened. */
  abandon(): Promise<void>
}

/** Returns the entry that deletes all records of an account. */
export function createAccountRemoval(account: string): AccountGone {
  return { account, isGone: true }
}

/** Whether an entry deletes an account. */
export function isAccountRemoval(entry: Entry): entry is AccountGone {
  return 'isGone' in entry
}
