import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { text } from '../../files/reader.ts'
import { readTextFile } from '../../files/reading-files.ts'
import { isBadInput } from '../../parsing/bad-input.ts'
import { BadValue } from '../../parsing/bad-value.ts'
import { argument, flag } from '../../parsing/option.ts'
import { remoteCommand } from '../../remote.ts'
import { SetupError } from '../../setup-error.ts'

const file = argument({
  name: 'FILE',
  describe: 'the file of the snapshot',
  reader: {
    json: text.json,
    read: (given) => {
      if (given === '-') throw new BadValue('must be a file; for one of that name, write ./-')
      return text.read(given)
    },
  },
})

const force = flag({ name: 'force', describe: 'overwrite a file that exists' })

export const snapshotSave = remoteCommand({
  arguments: [file],
  options: [force],
  examples: [{ line: 'drydock snapshot save before.json', does: 'Save the current state of the account' }],
  act: async ({ account }, given) => {
    const path = given.of(file)
    if (existsSync(path) && !given.of(force)) {
      throw new SetupError(`FILE: ${path} exists; use --force to overwrite it.`)
    }
    replaceFile(path, `${JSON.stringify(await account.snapshot.save(), null, 2)}\n`)
    return [`${path} holds the account ${account.id} as it is now.`]
  },
})

export const snapshotLoad = remoteCommand({
  arguments: [file],
  examples: [
    { line: 'drydock snapshot load before.json', does: 'Restore the saved state, the clock included' },
  ],
  act: async ({ account }, given) => {
    const path = given.of(file)
    await account.snapshot.load(readSnapshot(path)).catch((error: unknown) => {
      // `JSON.stringify` recurses once per level and may exhaust the stack.
      if (error instanceof RangeError)
        throw new SetupError(`FILE: ${path} is no snapshot: it is nested too deep.`)
      if (!isBadInput(error)) throw error
      throw new SetupError(`FILE: ${path} is no snapshot: ${error.message}`)
    })
    return [`The account ${account.id} now has the state of ${given.of(file)}.`]
  },
})

/** Writes it completely or not at all, and readable by the owner only: a snapshot holds keys and secrets. */
function replaceFile(path: string, content: string): void {
  const unfinished = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(unfinished, content, { mode: 0o600, flag: 'wx' })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw new SetupError(
      `FILE: ${path} cannot be written: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

function readSnapshot(path: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(readTextFile(path))
  } catch (error) {
    throw new SetupError(`FILE: ${path} is no snapshot: ${error instanceof Error ? error.message : error}.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SetupError(`FILE: ${path} is no snapshot: it must hold an object.`)
  }
  return { ...value }
}
