import { writeFileSync } from 'node:fs'
import { describeWriteFailure } from '../files/reading-files.ts'
import { SetupError } from '../setup-error.ts'
import { print } from './output.ts'

/** Writes a document to a file, or prints it if no file is given. */
export function writeDocument(document: string, file: string | undefined): void {
  if (file === undefined) {
    print(document)
    return
  }
  try {
    writeFileSync(file, document)
  } catch (error) {
    throw new SetupError(`--out: ${file} could not be written: ${describeWriteFailure(error)}.`)
  }
}
