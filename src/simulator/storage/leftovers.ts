import { lstat, open, readdir, readFile, rmdir, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { systemTime } from '../time/clock.ts'
import { header } from './data-file/data-reader.ts'
import { isProcessAlive, parseProcessMark } from './process-mark.ts'

/**
 * A folder without a process mark is removed only from this age on. A live process may have created a younger one just
 * now.
 */
const youngMs = 60_000

/**
 * Removes temporary files that dead processes left next to a data file while they rewrote it or took its lock. A file
 * stays if it may be in use or may belong to another program. The caller must hold the lock, and know that the file is
 * a data file.
 */
export async function removeLeftovers(file: string): Promise<void> {
  const directory = dirname(file)
  const readSuffix = (name: string) =>
    name.startsWith(basename(file)) ? name.slice(basename(file).length) : ''
  for (const name of await readdir(directory).catch(() => [])) {
    // A removal may fail, for example for a file of another user. Nothing depends on it.
    await removeLeftover(join(directory, name), readSuffix(name)).catch(() => {})
  }
}

async function removeLeftover(path: string, suffix: string): Promise<void> {
  if (/^\.tmp-\d+(-\d+)?$/.test(suffix)) await removeCompactedFile(path)
  if (/^\.lock(\.next)*-[A-Za-z0-9]{6}$/.test(suffix)) await removeDraftFolder(path)
  if (/^\.lock(\.next)+$/.test(suffix) && (await belongsToDeadProcess(path))) await unlink(path)
}

/** Removes a new data file that a dead process did not finish. The caller holds the lock, so no process uses it. */
async function removeCompactedFile(path: string): Promise<void> {
  if (!(await lstat(path)).isFile()) return
  const handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(header.length), 0, header.length, 0)
  await handle.close()
  if (header.startsWith(buffer.toString('latin1', 0, bytesRead))) await unlink(path)
}

/** Removes the folder in which a dead process drafted a lock. */
async function removeDraftFolder(path: string): Promise<void> {
  const found = await lstat(path)
  if (!found.isDirectory()) return
  const names = await readdir(path)
  if (names.some((name) => name !== 'draft' && name !== 'successor')) return
  const draft = join(path, 'draft')
  const isOurs = names.length === 0 ? isOldEnoughToRemove(found.mtimeMs) : await belongsToDeadProcess(draft)
  if (!isOurs) return
  for (const name of names) await unlink(join(path, name))
  await rmdir(path)
}

function isOldEnoughToRemove(changedMs: number): boolean {
  return systemTime.now() - changedMs > youngMs
}

/** Whether a file holds the mark of a dead process of this host. */
async function belongsToDeadProcess(path: string): Promise<boolean> {
  const holder = parseProcessMark(await readFile(path, 'utf8').catch(() => ''))
  return holder !== undefined && holder.host === hostname() && !(await isProcessAlive(holder))
}
