import { link, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { codeOf, DataFileError, failureAt } from './data-file-error.ts'
import { describeSelf, isAlive, type ProcessMark, parseProcess } from './process-mark.ts'

/** The right to a data file, held by one process at a time for as long as FILE.lock names it. */
export interface FileLock {
  release(): Promise<void>
}

/**
 * Takes the lock of a data file, also from a process that is gone without having released it. Throws `DataFileError`
 * while another holds it, this process included. A lock of another host (a container is one) is never taken over,
 * since nobody here can tell whether its process is alive.
 */
export async function lockFile(file: string): Promise<FileLock> {
  const path = `${file}.lock`
  const own = JSON.stringify(await describeSelf())
  // The lock appears by a link to a finished file: whoever sees it sees all of it, whenever this process dies.
  const workshop = await mkdtemp(`${path}-`).catch((cause) => {
    throw failureAt(path, cause)
  })
  try {
    const draft = join(workshop, 'draft')
    await writeFile(draft, own, { mode: 0o600, flag: 'wx' })
    while (!(await placeLock(draft, path))) await takeAway({ file, path, workshop })
  } catch (cause) {
    throw failureAt(path, cause)
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
  return {
    release: async () => {
      if ((await readLock(path)) === own) await rm(path, { force: true })
    },
  }
}

/** Whether the lock is ours now; false if there is one already. */
async function placeLock(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    throw cause
  }
}

/** Removes a lock whose process is gone; throws if it is not. */
async function takeAway(options: {
  readonly file: string
  readonly path: string
  readonly workshop: string
}): Promise<void> {
  const { file, path, workshop } = options
  const found = await readLock(path)
  if (found === undefined) return
  await refuseIfHeld({ file, path, text: found })
  const removed = join(workshop, 'removed')
  try {
    await rename(path, removed)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return
    throw cause
  }
  // Another process may have been quicker, and what was removed is its new lock: it goes back.
  if ((await readLock(removed)) !== found) await placeLock(removed, path)
}

async function refuseIfHeld(options: {
  readonly file: string
  readonly path: string
  readonly text: string
}): Promise<void> {
  const { file, path, text } = options
  const holder: ProcessMark | undefined = parseProcess(text)
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

async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw cause
  }
}
