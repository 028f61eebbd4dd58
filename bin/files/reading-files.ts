import { readFileSync } from 'node:fs'
import { BadInput } from '../../src/conformance/bad-input.ts'

/** Returns the text of a file without its byte-order mark. Throws the error of Node if it cannot be read. */
export function readTextFile(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
}

/** Returns why a file could not be read. The reason does not contain the path, because the message already names it. */
export function describeReadFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  return code === 'EISDIR' ? 'it is a directory' : error.message
}

/** Returns why a file could not be written. The reason does not contain the path, because the message already names it. */
export function describeWriteFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'its directory does not exist'
  return code === 'EISDIR' ? 'it is a directory' : error.message
}

/**
 * Returns the text of a file that the user gave with the option `name`. Throws a BadInput that names the option and the
 * file.
 */
export function readText(file: string, name: string): string {
  try {
    return readTextFile(file)
  } catch (error) {
    throw new BadInput(`${name} ${file} cannot be read: ${describeReadFailure(error)}`)
  }
}
