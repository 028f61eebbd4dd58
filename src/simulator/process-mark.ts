import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { codeOf } from './data-file-error.ts'

/** Tells one process from all others: `started` from a later one with the same number, `host` from those elsewhere. */
export interface ProcessMark {
  readonly pid: number
  /** The boot and the instant in it at which the process began; null where the system does not tell. */
  readonly started: string | null
  readonly host: string
}

export async function describeSelf(): Promise<ProcessMark> {
  return { pid: process.pid, started: await startOf(process.pid), host: hostname() }
}

export function parseProcess(text: string): ProcessMark | undefined {
  let mark: unknown
  try {
    mark = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof mark !== 'object' || mark === null) return undefined
  if (!('pid' in mark) || !('started' in mark) || !('host' in mark)) return undefined
  const { pid, started, host } = mark
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1 || typeof host !== 'string')
    return undefined
  if (started !== null && typeof started !== 'string') return undefined
  return { pid, started, host }
}

/** Whether the process, one of this host, still runs. */
export async function isAlive(mark: ProcessMark): Promise<boolean> {
  try {
    process.kill(mark.pid, 0)
  } catch (cause) {
    if (codeOf(cause) === 'ESRCH') return false
    if (codeOf(cause) !== 'EPERM') throw cause
  }
  const started = await startOf(mark.pid)
  return mark.started === null || started === null || started === mark.started
}

/** From /proc, where there is one: the name before the last parenthesis may hold anything, the 20th field after it not. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return ticks === undefined ? null : `${boot.trim()}/${ticks}`
  } catch {
    return null
  }
}
