import { readFileSync, rmSync } from 'node:fs'
import { link, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { DataFileError, readErrorCode, toDataFileError } from './data-file/data-file-error.ts'
import { describeThisProcess, isProcessAlive, parseProcessMark } from './process-mark.ts'

/** The right to use a data file, held by one process as long as FILE.lock names it. */
export interface FileLock {
  release(): Promise<void>
  /** Releases the lock, and restores the lock of a dead process that it replaced. */
  undo(): Promise<void>
  /** From now on, the lock stays after the end of the process if `isWriting` returns true at that time. */
  keepAtExitWhile(isWriting: () => boolean): void
}

const releasesAtExit = new Set<() => void>()
process.once('exit', () => {
  for (const release of releasesAtExit) release()
})

/** The files with which this process asks for the lock of a data file. */
interface Claim {
  readonly file: string
  /** The process mark to write into the lock. */
  readonly text: string
  /** A temporary directory of this claim, with the mark in `draft`. */
  readonly draftFolder: string
}

/**
 * Takes the lock of a data file, even from a process that died without releasing it. Throws `DataFileError` while
 * another holder is alive, this process included. A lock from another host (for example a container) is never taken
 * over, because this host cannot tell whether its process is alive.
 */
export async function lockFile(file: string): Promise<FileLock> {
  const path = `${file}.lock`
  const text = JSON.stringify(await describeThisProcess())
  try {
    const replaced = await runWithDraft(path, text, (draftFolder) =>
      takeLock({ file, text, draftFolder }, path),
    )
    return createFileLock(path, { text, replaced })
  } catch (cause) {
    if (!folderCodes.includes(readErrorCode(cause))) throw toDataFileError(file, cause)
    throw new DataFileError({
      file,
      reason: `the simulator cannot create its lock file beside it in ${dirname(file)}`,
      advice:
        'Give the user who runs the simulator the right to write to that folder, or choose another folder for the data file.',
      cause,
    })
  }
}

/** The codes of the system errors whose cause is the folder of the lock. */
const folderCodes: readonly string[] = ['EACCES', 'EPERM', 'EROFS', 'ENOENT']

function createFileLock(
  path: string,
  { text, replaced }: { readonly text: string; readonly replaced: string | undefined },
): FileLock {
  let isWriting = () => false
  const releaseAtExit = (): void => {
    // The operating system may finish a pending write shortly after this process ends; the lock then still protects
    // the file.
    if (!isWriting()) removeLockOfThisProcessSync(path, text)
  }
  releasesAtExit.add(releaseAtExit)
  const releaseLock = async (): Promise<void> => {
    await removeLockOfThisProcess(path, text)
    releasesAtExit.delete(releaseAtExit)
  }
  return {
    release: releaseLock,
    undo: async () => {
      if (replaced === undefined || (await readLock(path)) !== text) return releaseLock()
      await runWithDraft(path, replaced, (draftFolder) => rename(join(draftFolder, 'draft'), path))
      releasesAtExit.delete(releaseAtExit)
    },
    keepAtExitWhile: (check) => {
      isWriting = check
    },
  }
}

/** Creates a temporary folder beside the lock, with this text in its file `draft`, and runs `use` with the folder. */
async function runWithDraft<Result>(
  path: string,
  text: string,
  use: (draftFolder: string) => Promise<Result>,
): Promise<Result> {
  const draftFolder = await mkdtemp(`${path}-`)
  try {
    // The lock file is readable by all: every user of the data file must see which process holds it.
    await writeFile(join(draftFolder, 'draft'), text, { mode: 0o644, flag: 'wx' })
    return await use(draftFolder)
  } finally {
    await rm(draftFolder, { recursive: true, force: true })
  }
}

/**
 * Takes a lock. Returns the text of the lock of a dead process that it replaced; undefined if there was none.
 *
 * A lock is a link to a finished file, so no process sees it half written. If several processes want to replace the
 * lock of a dead process, only one may succeed. So each first takes a second lock, and then reads the first lock once
 * more. The second lock is held briefly, and replaced in the same way if its process dies.
 */
async function takeLock(claim: Claim, path: string): Promise<string | undefined> {
  while (!(await createLock(claim, path))) {
    const found = await readLock(path)
    if (found === undefined) continue
    await refuseIfHeld({ file: claim.file, path, text: found })
    const replacing = `${path}.next`
    await takeLock(claim, replacing)
    try {
      if ((await readLock(path)) !== found) continue
      const successor = join(claim.draftFolder, 'successor')
      await link(join(claim.draftFolder, 'draft'), successor)
      await rename(successor, path)
      return found
    } finally {
      await removeLockOfThisProcess(replacing, claim.text)
    }
  }
  return undefined
}

/** Creates the lock file; returns false if a lock exists already. */
async function createLock(claim: Claim, path: string): Promise<boolean> {
  try {
    await link(join(claim.draftFolder, 'draft'), path)
    return true
  } catch (cause) {
    if (readErrorCode(cause) === 'EEXIST') return false
    throw cause
  }
}

async function removeLockOfThisProcess(path: string, text: string): Promise<void> {
  if ((await readLock(path)) === text) await rm(path, { force: true })
}

function removeLockOfThisProcessSync(path: string, text: string): void {
  try {
    if (readFileSync(path, 'utf8') === text) rmSync(path, { force: true })
  } catch {
    // The error is ignored: the next start takes over a lock file that could not be removed.
  }
}

async function refuseIfHeld(options: {
  readonly file: string
  readonly path: string
  readonly text: string
}): Promise<void> {
  const { file, path, text } = options
  const holder = parseProcessMark(text)
  if (holder === undefined) {
    throw new DataFileError({
      file,
      reason: `${path} exists, but is no lock that a simulator wrote`,
      advice: 'Remove it if you know that no other process uses the file.',
    })
  }
  if (holder.host !== hostname()) {
    throw new DataFileError({
      file,
      reason: `process ${holder.pid} on host ${holder.host} holds it`,
      advice: `If the process no longer runs, remove ${path}.`,
    })
  }
  if (await isProcessAlive(holder)) {
    const who = holder.pid === process.pid ? 'this process' : `process ${holder.pid}`
    throw new DataFileError({
      file,
      reason: `${who} has it open`,
      advice: 'Stop that simulator, or use another data file.',
    })
  }
}

async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (readErrorCode(cause) === 'ENOENT') return undefined
    throw cause
  }
}
