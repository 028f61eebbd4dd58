/** A data file that cannot be used: which file, which line, why, and what its owner can do. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError'
  /** The path of the data file. */
  readonly file: string
  /** The number of the damaged line, counted from 1; null if the problem is not in a line. */
  readonly line: number | null
  /** Why the file cannot be used, in words. */
  readonly reason: string
  /** Advice for the owner of the file. */
  readonly advice: string

  constructor(options: {
    readonly file: string
    readonly line?: number
    readonly reason: string
    readonly advice: string
    readonly cause?: unknown
  }) {
    const { file, line = null, reason, advice, cause } = options
    super(`${file}${line === null ? '' : `, line ${line}`}: ${reason}. ${advice}`, { cause })
    this.file = file
    this.line = line
    this.reason = reason
    this.advice = advice
  }
}

/** Converts the error of a failed system call to a DataFileError, in words for the file's owner. */
export function toDataFileError(file: string, cause: unknown): DataFileError {
  if (cause instanceof DataFileError) return cause
  const [reason, advice] = knownFailures.get(readErrorCode(cause)) ?? [
    cause instanceof Error ? cause.message : String(cause),
    'Check that the user who runs the simulator can read and write the file.',
  ]
  return new DataFileError({ file, reason, advice, cause })
}

/** Returns the code of an error of Node or the operating system, such as `ENOENT`; empty if it has none. */
export function readErrorCode(cause: unknown): string {
  if (!(cause instanceof Error) || !('code' in cause)) return ''
  return typeof cause.code === 'string' ? cause.code : ''
}

const permission = 'Give the user who runs the simulator the right to read and write it.'
const space = 'Free some space.'
const knownFailures: ReadonlyMap<string, readonly [reason: string, advice: string]> = new Map([
  ['EACCES', ['this user has no right to read and write it', permission]],
  ['EPERM', ['this user has no right to read and write it', permission]],
  ['EROFS', ['it is on a file system that is read-only', 'Choose another place for the data file.']],
  ['EISDIR', ['it is a directory', 'Name a file.']],
  ['ENOTDIR', ['a part of its path is a file, not a directory', 'Correct the path.']],
  ['ENOENT', ['its directory does not exist', 'Create the directory, or correct the path.']],
  ['ELOOP', ['its symbolic links lead back to themselves', 'Correct the links, or name the file itself.']],
  ['ENAMETOOLONG', ['its name is too long', 'Choose a shorter name.']],
  ['ENOSPC', ['the disk is full', space]],
  ['EDQUOT', ['the disk quota is used up', space]],
  ['EFBIG', ['the file has reached the largest size allowed', 'Raise the limit for the size of files.']],
  ['EIO', ['the disk reports an error', 'Check the disk.']],
])
