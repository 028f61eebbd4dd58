import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates an empty directory that is removed after the test. */
export function createTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'drydock-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Returns the path of a data file that does not exist yet. */
export function createDataFilePath(): string {
  return join(createTemporaryDirectory(), 'drydock.data')
}
