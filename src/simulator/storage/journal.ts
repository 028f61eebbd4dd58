import type { FileWatcher } from './write-watch.ts'

/** What the data file holds, one after the other: each goes on from those before it. */
export type Entry = RecordEntry | AccountGone

/**
 * One record. `json` is its JSON text; null says that it is gone. Records of no account have the account ''. Any text
 * may be an id: clients choose some of them.
 */
export interface RecordEntry {
  readonly account: string
  readonly collection: string
  readonly id: string
  readonly json: string | null
}

/** Every record of an account is gone: told apart by its shape, as no id and no name is kept free for it. */
export interface AccountGone {
  readonly account: string
  readonly isGone: true
}

/** What a data file keeps: told what changed, able to tell all, able to take a record back. */
export interface Store {
  /** What changed since the last drain, in the order to apply it, each record at most once. */
  drain(): readonly Entry[]
  /** How many records there are. */
  readonly size: number
  /**
   * All records, to be taken bit by bit: whoever takes them may let requests in between. What changes meanwhile is told
   * of by later drains, and put on top of them.
   */
  everything(): Iterable<RecordEntry>
  /** Takes one entry back from the file. May throw: the file is then refused, with what was thrown as the reason. */
  restore(entry: Entry): void
}

/**
 * The way into an open data file. What it holds outlives the death of the process at any instant (kill -9), because
 * the operating system has the bytes before a commit resolves. It does not promise to outlive a power cut.
 */
export interface Journal {
  /**
   * Resolves once every change made before the call is in the file; callers at the same time share one write.
   * Rejects with a `DataFileError` when the file could not take them: the changes stay in memory and go with the
   * next commit.
   */
  commit(): Promise<void>
  /**
   * Whether anything drained is not in the file yet. A change leaves the store before it reaches the file, so an
   * answer that speaks of it must not go out on the store's word alone: while this is true, it waits for `commit`.
   */
  readonly isBehind: boolean
  /** What opening found: how many records, and whether a last commit cut short by a crash was dropped. */
  readonly recovered: { readonly records: number; readonly droppedTail: boolean }
  /** Tells somebody from now on when the file takes no more, and when it does again. */
  watch(watcher: FileWatcher): void
  /** Commits what is left, then lets go of the file. Rejects as `commit` does, the file let go all the same. */
  close(): Promise<void>
}

export function accountGone(account: string): AccountGone {
  return { account, isGone: true }
}

export function isAccountGone(entry: Entry): entry is AccountGone {
  return 'isGone' in entry
}
