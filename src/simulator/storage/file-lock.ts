import { link, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { codeOf, DataFileError, failureAt } from './data-file-error.ts'
import { describeSelf, isAlive, parseProcess } from './process-mark.ts'

/** The right to use a data file, held by one process as long as FILE.lock names it. */
export interface FileLock {
  release(): Promise<void>
}

/** A request for the lock of a data file. */
interface Claim {
  readonly file: string
  /** The process mark to write into the lock. */
  readonly text: string
  /** A temporary directory of this claim, with the mark in `draft`. */
  readonly workshop: string
}

/**
 * Takes the lock of a data file, also if its holder died without releasing it. Throws `DataFileError` while
 * another holder is alive, this process included. A lock of another host (for example a container) is never taken
 * over, because nothing here can tell whether its process is alive.
 */
export async function lockFile(file: string): Promise<FileLock> {
  const path = `${file}.lock`
  try {
    const workshop = await mkdtemp(`${path}-`)
    try {
      const claim = { file, text: JSON.stringify(await describeSelf()), workshop }
      await writeFile(join(workshop, 'draft'), claim.text, { mode: 0o600, flag: 'wx' })
      await take(claim, path)
      return { release: () => release(path, claim.text) }
    } finally {
      await rm(workshop, { recursive: true, force: true })
    }
  } catch (cause) {
    throw failureAt(path, cause)
  }
}

/**
 * A lock is created by linking to a finished file, so it is never seen half written, even if its process dies. A
 * lock whose process is dead may be replaced only by the holder of a second lock, and after reading the first
 * once more; so of many claimants only one succeeds. The second lock is held briefly, and replaced in the same
 * way if its process dies.
 */
async function take(claim: Claim, path: string): Promise<void> {
  while (!(await place(claim, path))) {
    const found = await read(path)
    if (found === undefined) continue
    await refuseIfHeld({ file: claim.file, path, text: found })
    const replacing = `${path}.next`
    await take(claim, replacing)
    try {
      if ((await read(path)) !== found) continue
      const successor = join(claim.workshop, 'successor')
      await link(join(claim.workshop, 'draft'), successor)
      await rename(successor, path)
      return
    } finally {
      await release(replacing, claim.text)
    }
  }
}

/** Creates the lock; returns false if there is one already. */
async function place(claim: Claim, path: string): Promise<boolean> {
  try {
    await link(join(claim.workshop, 'draft'), path)
    return true
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    throw cause
  }
}

async function release(path: string, text: string): Promise<void> {
  if ((await read(path)) === text) await rm(path, { force: true })
}

async function refuseIfHeld(options: {
  readonly file: string
  readonly path: string
  readonly text: string
}): Promise<void> {
  const { file, path, text } = options
  const holder = parseProcess(text)
  if (holder === undefined) {
    throw new DataFileError({
      file,
      reason: `${path} is in the way, and no lock that a simulator wrote`,
      advice: 'Remove it if you know that no other process uses the file.',
    })
  }
  if (holder.host !== hostname()) {
    throw new DataFileError({
      file,
      reason: `process ${holder.pid} on host ${holder.host} holds it`,
      advice: `If that process is gone, remove ${path}.`,
    })
  }
  if (await isAlive(holder)) {
    const who = holder.pid === process.pid ? 'this process' : `process ${holder.pid}`
    throw new DataFileError({
      file,
      reason: `${who} has it open`,
      advice: 'Stop that simulator, or use another data file.',
    })
  }
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw cause
  }
}
