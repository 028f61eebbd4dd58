import { statSync, writeSync } from 'node:fs'
import { openDataFile } from '../../../src/simulator/storage/data-file/data-file.ts'
import type { Journal } from '../../../src/simulator/storage/journal.ts'
import { TestStore } from './store.ts'

/**
 * A process that tests kill: it opens the data file, runs the given task, and prints a line for each change that is
 * certainly stored.
 */
const [, , task = '', file = '', firstId = '0'] = process.argv
const store = new TestStore()
const printLine = (line: string) => writeSync(1, `${line}\n`)

const journal = await openDataFile(file, store)
printLine('open')
process.stdin.resume()
if (task === 'write') await Promise.all(Array.from({ length: 8 }, (_, lane) => writePairsForEver(lane)))
if (task === 'fill') await fillFile()
if (task === 'compact') await writeUntilCompacted()

/** Writes pairs of records that belong together, and prints each pair once its commit has resolved. */
async function writePairsForEver(lane: number): Promise<void> {
  for (let n = Number(firstId); ; n += 1) {
    const id = `${lane}-${n}`
    store.put(id, { id, pad: 'x'.repeat(2_000) })
    store.put(`${id}-twin`, { of: id })
    if (n >= 20) store.remove(`${lane}-${n - 20}-twin`)
    await journal.commit()
    printLine(id)
  }
}

/** Commits until the file cannot grow, waits for a line on its standard input, and commits the rest. */
async function fillFile(): Promise<void> {
  let n = 0
  for (let full = false; !full; n += 1) {
    store.put(`${n}`, 'x'.repeat(1_000))
    full = !(await isEntryStored(journal))
    printLine(`${full ? 'refused' : 'kept'} ${n}`)
  }
  await new Promise((resolve) => process.stdin.once('data', resolve))
  if (journal.hasUnwrittenChanges) printLine('behind')
  store.put('last')
  printLine(`${(await isEntryStored(journal)) ? 'kept' : 'refused'} last`)
  await journal.close()
  process.exit()
}

/** Commits changes until the file was compacted or its owner got a message, and prints which of the two happened. */
async function writeUntilCompacted(): Promise<void> {
  const notices: string[] = []
  journal.watch({
    onFailure: ({ message }) => notices.push(message),
    onRecovery: () => undefined,
    onNotice: (text) => notices.push(text),
  })
  const before = statSync(file).ino
  for (let n = 0; statSync(file).ino === before && notices.length === 0; n += 1) {
    store.put(`${n % 50}`, 'x'.repeat(1_000))
    await journal.commit()
  }
  for (const notice of notices) printLine(notice)
  await journal.close()
  process.exit()
}

async function isEntryStored(journal: Journal): Promise<boolean> {
  try {
    await journal.commit()
    return true
  } catch (error) {
    printLine(error instanceof Error ? error.message : String(error))
    return false
  }
}
