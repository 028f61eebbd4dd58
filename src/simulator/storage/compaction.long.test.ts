import {
  existsSync,
  mkdirSync,
  type PathLike,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import files, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDataFilePath } from '../../../test/support/simulator/directory.ts'
import { TestStore } from '../../../test/support/simulator/store.ts'
import { openDataFile } from './data-file/data-file.ts'
import type { Journal, RecordEntry, Store } from './journal.ts'

const pad = 'x'.repeat(1_000)

/** Commits changes of the same few records until the data file was compacted. Returns the number of commits. */
async function writeUntilCompacted(file: string, store: TestStore, journal: Journal): Promise<number> {
  const before = statSync(file).ino
  let commits = 0
  for (; statSync(file).ino === before; commits += 1) {
    store.put(`lbl_${commits % 50}`, { commits, pad })
    await journal.commit()
  }
  return commits
}

async function read(file: string): Promise<readonly RecordEntry[]> {
  const store = new TestStore()
  await (await openDataFile(file, store)).close()
  return store.listRecords()
}

const sortById = (entries: readonly RecordEntry[]) => new Map(entries.map(({ id, json }) => [id, json]))

const readSize = (file: string): number => statSync(file).size

test('a data file that changes many times stays small and complete', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  // During a compaction the file grows by an amount that depends on the disk, not on the number of earlier commits.
  let commits = 0
  for (let round = 0; round < 3 || (round < 30 && readSize(file) > (commits * pad.length) / 2); round += 1) {
    commits += await writeUntilCompacted(file, store, journal)
  }
  expect(readSize(file)).toBeLessThan((commits * pad.length) / 2)
  await journal.close()

  expect(sortById(await read(file))).toEqual(sortById(store.listRecords()))
  expect(readdirSync(dirname(file))).toEqual(['drydock.data'])
})

test('a data file that is too large is compacted when it is opened', async () => {
  const file = createDataFilePath()
  const first = new TestStore()
  const journal = await openDataFile(file, first)
  for (let n = 0; n < 1_200; n += 1) first.put(`lbl_${n}`, { n, pad })
  await journal.close()
  const before = statSync(file).ino

  const store = new TestStore()
  const opened = await openDataFile(file, store)
  const notices: string[] = []
  opened.watch({
    onFailure: (error) => notices.push(error.message),
    onRecovery: () => {},
    onNotice: (text) => notices.push(text),
  })
  // The duration of a compaction depends on the disk. The time limit of the test ends this loop.
  for (let n = 0; statSync(file).ino === before; n += 1) {
    store.put('lbl_0', { again: n })
    await opened.commit()
    await pause(1)
  }
  expect(notices).toEqual([])
  await opened.close()
  expect(sortById(await read(file))).toEqual(sortById(store.listRecords()))
})

test('commits go on during the compaction of a data file, and none is lost', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  let replaced = 0
  let inode = statSync(file).ino
  const missing: string[] = []
  let n = 0
  const write = async () => {
    while (replaced < 3) {
      n += 1
      const id = `lbl_${n}`
      store.put(id, { n, pad })
      if (n % 3 !== 0) store.remove(`lbl_${n - 100}`)
      await journal.commit()
      const now = statSync(file).ino
      if (now !== inode) {
        replaced += 1
        inode = now
        const text = readFileSync(file, 'utf8')
        if (!text.includes(`"${id}"`)) missing.push(id)
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, write))
  await journal.close()

  expect(missing).toEqual([])
  expect(sortById(await read(file))).toEqual(sortById(store.listRecords()))
  expect(readdirSync(dirname(file))).toEqual(['drydock.data'])
}, 60_000)

test('a compacted data file is readable for its owner only and begins with a snapshot of all records', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  await writeUntilCompacted(file, store, journal)
  await journal.close()

  expect(statSync(file).mode & 0o777).toBe(0o600)
  const [, first] = readFileSync(file, 'utf8').split('\n')
  expect(first).toMatch(/^\S{8} \S{8} \{"opened":.*"version":"\d+\.\d+\.\d+.*"\}\}$/)
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{8} [0-9a-f]{8} \{"snapshot":50\}$/m)
  expect(sortById(await read(file))).toEqual(sortById(store.listRecords()))
})

test('commits go on in the old data file if the compacted data file cannot be written', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  const inode = statSync(file).ino
  const names = Array.from({ length: 101 }, (_, n) => `${file}.tmp-${process.pid}${n === 0 ? '' : `-${n}`}`)
  for (const name of names) mkdirSync(name)
  for (let n = 0; n < 3_000; n += 1) {
    store.put(`lbl_${n % 50}`, { n, pad })
    await journal.commit()
  }
  expect(statSync(file).ino).toBe(inode)

  for (const name of names) rmdirSync(name)
  await writeUntilCompacted(file, store, journal)
  await journal.close()
  expect(sortById(await read(file))).toEqual(sortById(store.listRecords()))
  expect(readdirSync(dirname(file))).toEqual(['drydock.data'])
})

test('closing a data file during its compaction leaves the old file complete, and no other file', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  for (let n = 0; n < 5_000; n += 1) store.put(`lbl_${n}`, { n, pad })
  await journal.commit()
  store.put('one more')
  await journal.commit()
  while (!existsSync(`${file}.tmp-${process.pid}`)) await new Promise((resolve) => setImmediate(resolve))
  await journal.close()

  expect(readdirSync(dirname(file))).toEqual(['drydock.data'])
  expect(sortById(await read(file))).toEqual(sortById(store.listRecords()))
})

test('a commit during compaction writes all changes that were made before its write began', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  store.put('left', 'old')
  const committed = journal.commit()
  store.put('left', 'new')
  store.put('right', 'new')
  await committed

  const text = readFileSync(file, 'utf8')
  expect(text).toContain('"left",\t"new"')
  expect(text).toContain('"right",\t"new"')
  expect(text).not.toContain('old')
  await journal.close()
})

test('a compacted data file has every change completely or not at all', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  // The compaction reads the store in steps while the store changes, as in the simulator.
  const live: Store = {
    get size() {
      return store.size
    },
    drain: () => store.drain(),
    restore: (entry) => store.restore(entry),
    *listRecords() {
      for (const id of store.ids()) yield* store.listRecords().filter((entry) => entry.id === id)
    },
  }
  const placed: Buffer[] = []
  const undo = slowDown((to) => placed.push(readFileSync(to)))
  onTestFinished(undo)
  const journal = await openDataFile(file, live)
  store.put('left', 0)
  for (let n = 0; n < 30; n += 1) store.put(`between ${n}`, pad.repeat(20))
  store.put('right', 0)
  for (let n = 1; placed.length < 3; n += 1) {
    // Each commit changes the first and the last record. The other changes make the file so large that it is compacted
    // soon.
    store.put('left', n)
    store.put('right', n)
    for (let filler = 0; filler < 10; filler += 1) store.put(`between ${filler}`, pad.repeat(20) + n)
    void journal.commit()
    await pause(1)
  }
  await journal.close()

  for (const [at, bytes] of placed.entries()) {
    const copy = `${file}-${at}`
    writeFileSync(copy, bytes)
    const held = sortById(await read(copy))
    expect(held.get('left')).toBe(held.get('right'))
  }
})

/**
 * Slows down writes to the present data file, like a busy disk, but not writes to the compacted file. Calls `renamed`
 * at each rename.
 */
function slowDown(renamed: (to: PathLike) => void): () => void {
  const { open, rename } = files
  const quick = new Set<FileHandle>()
  files.open = async (path, ...given) => {
    const handle = await open(path, ...given)
    if (String(path).includes('.tmp')) quick.add(handle)
    const write = handle.write.bind(handle)
    Reflect.set(handle, 'write', async (bytes: Buffer, ...where: [number, number, number]) => {
      if (!quick.has(handle)) await pause(25)
      return write(bytes, ...where)
    })
    return handle
  }
  files.rename = async (from, to) => {
    await rename(from, to)
    quick.clear()
    renamed(to)
  }
  syncBuiltinESMExports()
  return () => {
    Object.assign(files, { open, rename })
    syncBuiltinESMExports()
  }
}
