/**
 * A file system call at which the process is killed. `place` is `file` (the data file), `lock` (FILE.lock and its
 * temporary files), `beside` (other files whose name begins with FILE) or `folder` (the directory of FILE).
 */
export interface KillPoint {
  readonly call: string
  readonly place: Place
  /** The number of the call among the calls of the same kind and place, from 1. */
  readonly nth: number
  readonly moment: Moment
}

export type Place = 'file' | 'lock' | 'beside' | 'folder'
/**
 * Whether the kill comes before or after the call. `half`: after half of the bytes of a write were passed to the file
 * system.
 */
export type Moment = 'before' | 'half' | 'after'

/** The environment variable with the kill point, for the script that runs before the command. */
export const killPointVariable = 'DRYDOCK_TEST_KILL_POINT'
/** The environment variable with the path of the data file, for the script that runs before the command. */
export const dataFileVariable = 'DRYDOCK_TEST_DATA_FILE'
/** The environment variable with a file. If the process is not killed, it writes the list of its calls to this file. */
export const traceVariable = 'DRYDOCK_TEST_TRACE'

export function describeKillPoint({ call, place, nth, moment }: KillPoint): string {
  return `${moment} ${call} ${place} #${nth}`
}
