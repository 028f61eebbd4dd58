import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { readErrorCode } from './data-file/data-file-error.ts'

/**
 * Identifies a process. `started` distinguishes it from later processes with the same process id, and `host` from
 * processes on other hosts.
 */
export interface ProcessMark {
  readonly pid: number
  /** An id of the machine's boot, and the start time of the process; null if the system does not report them. */
  readonly started: string | null
  readonly host: string
}

/** Returns the process mark of this process. */
export async function describeThisProcess(): Promise<ProcessMark> {
  return { pid: process.pid, started: (await lookUpProcess(process.pid))?.started ?? null, host: hostname() }
}

/** Parses a process mark; returns undefined for any other text. */
export function parseProcessMark(text: string): ProcessMark | undefined {
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

/** Whether a process mark is that of this process. */
export async function isThisProcess({ pid, started, host }: ProcessMark): Promise<boolean> {
  const self = await describeThisProcess()
  return pid === self.pid && started === self.started && host === self.host
}

/** Whether the process of a mark is still running on this host. */
export async function isProcessAlive(mark: ProcessMark): Promise<boolean> {
  try {
    process.kill(mark.pid, 0)
  } catch (cause) {
    if (readErrorCode(cause) === 'ESRCH') return false
    if (readErrorCode(cause) !== 'EPERM') throw cause
  }
  const found = await lookUpProcess(mark.pid)
  if (found === undefined) return true
  // A zombie process counts as dead. It keeps its process id until its parent reads its exit status, which may never
  // happen.
  if (found.state === 'Z' || found.state === 'X') return false
  return mark.started === null || found.started === mark.started
}

/**
 * Looks a process up in /proc, if that exists. The process name may contain spaces and parentheses; the
 * fields after its last parenthesis are plain.
 */
async function lookUpProcess(
  pid: number,
): Promise<{ readonly state: string; readonly started: string } | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, ticks] = [fields[0], fields[19]]
    if (state === undefined || ticks === undefined) return undefined
    return { state, started: `${boot.trim()}/${ticks}` }
  } catch {
    return undefined
  }
}
