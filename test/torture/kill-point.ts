/**
 * A call to the file system, by what it does and to what, and the instant of it at which the process dies.
 * `place` is `file` (the data file), `lock` (FILE.lock and what is made for it), `beside` (other files named after FILE),
 * `folder` (the directory they are in).
 */
export interface KillPoint {
  readonly call: string
  readonly place: Place
  /** Which of these calls of the process, from 1. */
  readonly nth: number
  readonly moment: Moment
}

export type Place = 'file' | 'lock' | 'beside' | 'folder'
/** `half`: half of the bytes of a write have been handed over. */
export type Moment = 'before' | 'half' | 'after'

/** How a script run before the command is told where to kill it. */
export const killPointVariable = 'DRYDOCK_TEST_KILL_POINT'
/** The data file, for the same script. */
export const dataFileVariable = 'DRYDOCK_TEST_DATA_FILE'
/** The file for the list of calls, once the process ends by itself. */
export const traceVariable = 'DRYDOCK_TEST_TRACE'

export function describePoint({ call, place, nth, moment }: KillPoint): string {
  return `${moment} ${call} ${place} #${nth}`
}
