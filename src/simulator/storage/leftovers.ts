import { lstat, open, readdir, readFile, rmdir, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { systemTime } from '../time/clock.ts'
import { header } from './data-reader.ts'
import { isAlive, parseProcess } from './process-mark.ts'

/** A folder without a mark may be one that a process is just making: it is given this long. */
const youngMs = 60_000

/**
 * Removes what processes left beside a data file that died while they wrote it anew or took its lock. What is not plainly
 * ours, or may be in use, stays. To be called by who holds the lock, of a file that is known to be a data file.
 */
export async function sweepLeftovers(file: string): Promise<void> {
  const directory = dirname(file)
  const rest = (name: string) => (name.startsWith(basename(file)) ? name.slice(basename(file).length) : '')
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name)
    if (/^\.tmp-\d+(-\d+)?$/.test(rest(name))) await removeCompactedFile(path)
    if (/^\.lock(\.next)*-[A-Za-z0-9]{6}$/.test(rest(name))) await removeWorkshop(path)
    if (/^\.lock(\.next)+$/.test(rest(name)) && (await isOfDead(path))) await unlink(path).catch(() => {})
  }
}

/** A base in the making, however little of it was written: nobody but the lock's holder makes any. */
async function removeCompactedFile(path: string): Promise<void> {
  if (!(await lstat(path)).isFile()) return
  const handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(header.length), 0, header.length, 0)
  await handle.close()
  if (header.startsWith(buffer.toString('latin1', 0, bytesRead))) await unlink(path)
}

/** The folder in which a lock was drafted. */
async function removeWorkshop(path: string): Promise<void> {
  const found = await lstat(path)
  if (!found.isDirectory()) return
  const names = await readdir(path)
  if (names.some((name) => name !== 'draft' && name !== 'successor')) return
  const draft = join(path, 'draft')
  const isOurs = names.length === 0 ? isOld(found.mtimeMs) : await isOfDead(draft)
  if (!isOurs) return
  for (const name of names) await unlink(join(path, name))
  await rmdir(path)
}

function isOld(changedMs: number): boolean {
  return systemTime.now() - changedMs > youngMs
}

/** Whether a file holds the mark of a process of this host that is gone. */
async function isOfDead(path: string): Promise<boolean> {
  const holder = parseProcess(await readFile(path, 'utf8').catch(() => ''))
  return holder !== undefined && holder.host === hostname() && !(await isAlive(holder))
}
