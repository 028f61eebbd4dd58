import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AccountControls as Account } from '../../../src/client/account.ts'
import { text } from '../../files/reader.ts'
import { describeReadFailure, describeWriteFailure, readTextFile } from '../../files/reading-files.ts'
import { isBadInput } from '../../parsing/bad-input.ts'
import { BadValue } from '../../parsing/bad-value.ts'
import type { CommandInput } from '../../parsing/command.ts'
import { defineFlag, defineOption, defineOptionalArgument } from '../../parsing/option.ts'
import { UsageError } from '../../parsing/usage-error.ts'
import { formatColumns } from '../../printing/columns.ts'
import { defineRemoteCommand } from '../../remote.ts'
import { SetupError } from '../../setup-error.ts'

const file = defineOptionalArgument({
  name: 'FILE',
  describe: 'the file to write the snapshot to or read it from, without --name',
  reader: {
    json: text.json,
    completes: 'file',
    read: (given) => {
      if (given === '-') throw new BadValue('must be a file; for a file named -, write ./-')
      return text.read(given)
    },
  },
})

const name = defineOption({
  name: 'name',
  setting: 'snapshot-name',
  describe: 'the name of a snapshot that the simulator keeps itself',
  reader: text,
})

const force = defineFlag({ name: 'force', describe: 'overwrite a file that exists' })

export const snapshotSave = defineRemoteCommand({
  arguments: [file],
  options: [name, force],
  examples: [
    { line: 'drydock snapshot save before.json', does: 'Save the current state of the account' },
    {
      line: 'drydock snapshot save --name before',
      does: 'Save the state in the simulator; replaces a snapshot of the same name',
    },
  ],
  act: async ({ account }, input) => {
    const place = readSnapshotPlace(input)
    if ('name' in place) {
      const { bytes } = await account.snapshots.save(place.name)
      return [`The snapshot ${place.name} holds the account ${account.id} as it is now (${bytes} bytes).`]
    }
    const { path } = place
    if (existsSync(path) && !input.get(force)) {
      throw new SetupError(`FILE: ${path} exists; use --force to overwrite it.`)
    }
    replaceFile(path, `${JSON.stringify(await account.snapshot.save(), null, 2)}\n`)
    return [`${path} holds the account ${account.id} as it is now.`]
  },
})

export const snapshotLoad = defineRemoteCommand({
  arguments: [file],
  options: [name],
  examples: [
    { line: 'drydock snapshot load before.json', does: 'Restore the saved state, the clock included' },
    { line: 'drydock snapshot load --name before', does: 'Restore a snapshot that the simulator keeps' },
  ],
  act: async ({ account }, input) => {
    const place = readSnapshotPlace(input)
    if ('name' in place) await account.snapshots.restore(place.name)
    else await loadSnapshotFile(account, place.path)
    const from = 'name' in place ? `the snapshot ${place.name}` : place.path
    return [`The account ${account.id} now has the state of ${from}.`]
  },
})

export const snapshotList = defineRemoteCommand({
  examples: [{ line: 'drydock snapshot list', does: 'List names, times and sizes, the newest first' }],
  act: async ({ account }, _, note) => {
    const snapshots = await account.snapshots.list()
    if (snapshots.length === 0) note('The simulator keeps no snapshot of this account.')
    return formatColumns(
      snapshots.map(({ name: saved, saved_at, clock_at, bytes }) => [
        saved,
        `saved ${saved_at}`,
        `clock ${clock_at}`,
        `${bytes} bytes`,
      ]),
    )
  },
})

export const snapshotDelete = defineRemoteCommand({
  options: [name],
  examples: [
    {
      line: 'drydock snapshot delete --name before',
      does: 'Delete the snapshot; the account stays as it is',
    },
  ],
  act: async ({ account }, input) => {
    const deleted = input.get(name)
    if (deleted === undefined) throw new UsageError('Name the snapshot to delete with --name NAME.')
    await account.snapshots.delete(deleted)
    return [`The snapshot ${deleted} is deleted.`]
  },
})

/** Returns the file or the name of a snapshot. Throws a UsageError if neither or both are given. */
function readSnapshotPlace(input: CommandInput): { readonly path: string } | { readonly name: string } {
  const path = input.get(file)
  const kept = input.get(name)
  if (path !== undefined && kept !== undefined) throw new UsageError('Give FILE or --name NAME, not both.')
  if (kept !== undefined) return { name: kept }
  if (path !== undefined) return { path }
  throw new UsageError('Give a FILE for the snapshot, or --name NAME for a snapshot in the simulator.')
}

async function loadSnapshotFile({ snapshot }: Account, path: string): Promise<void> {
  await snapshot.load(readSnapshot(path)).catch((error: unknown) => {
    // `JSON.stringify` recurses once per level and may exhaust the stack.
    if (error instanceof RangeError)
      throw new SetupError(`FILE: ${path} is no snapshot: it is nested too deep.`)
    if (!isBadInput(error)) throw error
    throw new SetupError(`FILE: ${path} is no snapshot: ${error.message}`)
  })
}

/**
 * Replaces a file completely or not at all. Only its owner can read the file, because a snapshot contains keys and
 * secrets.
 */
function replaceFile(path: string, content: string): void {
  const unfinished = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(unfinished, content, { mode: 0o600, flag: 'wx' })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw new SetupError(`FILE: ${path} cannot be written: ${describeWriteFailure(error)}.`)
  }
}

function readSnapshot(path: string): Readonly<Record<string, unknown>> {
  let text: string
  try {
    text = readTextFile(path)
  } catch (error) {
    throw new SetupError(`FILE: ${path} cannot be read: ${describeReadFailure(error)}.`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new SetupError(`FILE: ${path} is no snapshot: ${error instanceof Error ? error.message : error}.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SetupError(`FILE: ${path} is no snapshot: it must hold an object.`)
  }
  return { ...value }
}
