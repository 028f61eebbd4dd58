import type { FileWatcher } from './write-watch.ts'

/** One entry of the data file. Entries are applied in order. */
export type Entry = RecordEntry | AccountGone

/**
 * One record. `json` is its JSON text; null if it is deleted. A record of no account has the account ''. An id
 * may be any text: clients choose some of them.
 */
export interface RecordEntry {
  readonly account: string
  readonly collection: string
  readonly id: string
  readonly json: string | null
}

/**
 * All records of an account are deleted. It is a separate type, because any id or collection name may be in
 * use, so none can mark a removal.
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
  /** Changes since the last call, in the order to apply them, each record at most once. */
  drain(): readonly Entry[]
  /** The number of records. */
  readonly size: number
  /**
   * Yields all records in steps, between which requests may run. The caller applies later drains on top, as
   * these report changes since this call.
   */
  everything(): Iterable<RecordEntry>
  /**
   * Takes an entry back from the file. May throw; the file is then refused with that error as the reason. `isOwn`:
   * this version wrote the entry, and so checked it.
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
   * Whether drained changes are missing in the file. Changes leave the store before they reach the file; while
   * this is true, a response has to wait for `commit` even if the store has no changes.
   */
  readonly hasUnwrittenChanges: boolean
  /** The result of opening: the number of records, and whether a last commit that a crash cut short was dropped. */
  readonly recovered: { readonly records: number; readonly droppedTail: boolean }
  /** From now on reports when writing fails, and when it works again. */
  watch(watcher: FileWatcher): void
  /** Commits the rest and closes the file. Rejects like `commit`; the file is closed in either case. */
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
