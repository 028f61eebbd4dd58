import { readFileSync } from 'node:fs'
import { BadInput } from '../src/conformance/bad-input.ts'

/** The text of a file that an option names. Throws a BadInput that names both. */
export function readTextFile(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
}

/** The text of a file that an option names. Throws BadInput that names both. */
export function readText(file: string, name: string): string {
  try {
    return readTextFile(file)
  } catch (error) {
    throw new BadInput(`${name} ${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
