import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Low } from 'lowdb'
import { CommitQueue } from '../commit-queue.ts'
import { CompactedFile } from '../compacted-file.ts'
import { type FileLock, lockFile } from '../file-lock.ts'
import type { Journal, Store } from '../journal.ts'
import { WriteWatch } from '../write-watch.ts'
import { DataFileAdapter } from './data-file-adapter.ts'
import { DataFileError, readErrorCode, toDataFileError } from './data-file-error.ts'

/**
 * Opens a data file for this process alone and fills the store from it; if there is none, makes an empty file that only
 * its owner can read. `abandon` of the journal removes a new file that has no commit. Throws `DataFileError` if the
 * file is damaged, of a newer version, in use or not accessible; the store may then be partly filled. The file does not
 * change before the first commit.
 */
export async function openDataFile(path: string, store: Store): Promise<Journal> {
  const file = await resolveFilePath(path)
  const lock = await lockFile(file)
  try {
    const { handle, isNew } = await openOrCreateFile(file)
    const adapter = new DataFileAdapter({ file, store, handle })
    try {
      const database = new Low<Store>(adapter, store)
      await database.read()
      return createJournal({ file, isNew, database, adapter, lock })
    } catch (cause) {
      await adapter.close()
      throw cause
    }
  } catch (cause) {
    await lock.undo()
    throw toDataFileError(file, cause)
  }
}

function createJournal(options: {
  readonly file: string
  readonly isNew: boolean
  readonly database: Low<Store>
  readonly adapter: DataFileAdapter
  readonly lock: FileLock
}): Journal {
  const { file, isNew, database, adapter, lock } = options
  let hasCommitted = false
  const watch = new WriteWatch(file, () => queue.commit().catch(() => undefined))
  const queue = new CommitQueue({
    collect: () => adapter.collectChanges(),
    write: () =>
      watch.runWrite(async () => {
        await database.write()
        hasCommitted = true
        for (const text of adapter.takeNotices()) watch.passNotice(text)
      }),
  })
  let closed: Promise<void> | undefined

  lock.keepAtExitWhile(() => queue.isWriting)

  const release = () => adapter.close().finally(lock.release)
  const abandon = async () => {
    watch.end()
    if (isNew && !hasCommitted) await rm(file)
    await adapter.close().finally(hasCommitted ? lock.release : lock.undo)
  }
  const close = async () => {
    watch.end()
    await queue.commit().finally(release)
  }
  return {
    recovered: { records: database.data.size, droppedTail: adapter.droppedTail },
    get hasUnwrittenChanges() {
      return queue.isWriting || adapter.hasUnwrittenChanges
    },
    commit: async () => {
      if (closed === undefined) return queue.commit()
      throw new DataFileError({ file, reason: 'it has been closed', advice: 'Open it again.' })
    },
    watch: (watcher) => watch.setWatcher(watcher),
    close: () => {
      closed ??= close()
      return closed
    },
    abandon: () => {
      closed ??= abandon()
      return closed
    },
  }
}

/**
 * Resolves symbolic links and returns the real path, so that one lock protects all names of the file, and a rename
 * replaces no link.
 */
async function resolveFilePath(path: string): Promise<string> {
  const named = resolve(path)
  try {
    const known = await realpath(named).catch(async (cause) => {
      if (readErrorCode(cause) !== 'ENOENT') throw cause
      if (await isSymbolicLink(named)) throw new DataFileError({ file: named, ...danglingLink })
    })
    if (known === undefined) return join(await realpath(dirname(named)), basename(named))
    const found = await lstat(known)
    if (found.isDirectory()) throw Object.assign(new Error('a directory'), { code: 'EISDIR' })
    if (!found.isFile()) throw new DataFileError({ file: named, ...noOrdinaryFile })
    return known
  } catch (cause) {
    throw toDataFileError(named, cause)
  }
}

const danglingLink = {
  reason: 'it is a symbolic link to a file that does not exist',
  advice: 'Remove the link, or create the file that it leads to.',
} as const
const noOrdinaryFile = {
  reason: 'it is no ordinary file',
  advice: 'Name an ordinary file, or a file that does not exist yet.',
} as const

async function isSymbolicLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch {
    return false
  }
}

async function openOrCreateFile(
  file: string,
): Promise<{ readonly handle: FileHandle; readonly isNew: boolean }> {
  try {
    return { handle: await open(file, constants.O_RDWR), isNew: false }
  } catch (cause) {
    if (readErrorCode(cause) !== 'ENOENT') throw cause
  }
  // The header is written under another name and then moved, so that a crash never leaves half a header.
  const empty = await CompactedFile.begin(file)
  try {
    await empty.write([], () => true)
    await empty.place(file)
    await empty.lines.close()
  } catch (cause) {
    await empty.abandon()
    throw cause
  }
  return { handle: await open(file, constants.O_RDWR), isNew: true }
}
