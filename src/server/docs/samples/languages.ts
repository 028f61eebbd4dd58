import { type Caller, renderOperationScript } from '../model/calls.ts'
import type { ReferenceOperation } from '../model/operations.ts'
import { csharp, go, java } from './compiled.ts'
import { createSample } from './sample.ts'
import { javascript, php, python, ruby } from './scripts.ts'
import { writeSample } from './writing.ts'

/** A programming language of the sample programs. Each language has a tab on the page. */
export interface SampleLanguage {
  readonly id: string
  readonly name: string
  /** The name of the file in which the sample can be run. */
  readonly file: string
  /** The shell command that runs the file. For C#, it must run in the folder of a console project. */
  readonly command: string
  /** Returns a program that sends one request of an operation, after the requests that it depends on. */
  readonly write: (operation: ReferenceOperation, caller: Caller) => string
}

const curl: SampleLanguage = {
  id: 'curl',
  name: 'curl',
  file: 'sample.sh',
  command: 'bash sample.sh',
  write: renderOperationScript,
}

/** The languages of the sample programs, in the order of their tabs. */
export const sampleLanguages: readonly SampleLanguage[] = [
  curl,
  ...[javascript, python, go, php, ruby, csharp, java].map((language) => ({
    ...language,
    write: (operation: ReferenceOperation, caller: Caller) =>
      writeSample(language, createSample(operation, caller)),
  })),
]

/** Returns the language with this id; curl for an unknown id. */
export function findLanguage(id: string | undefined): SampleLanguage {
  return sampleLanguages.find((language) => language.id === id) ?? curl
}
