import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { openDataFile } from './data-file.ts'
import type { Journal, RecordEntry } from './journal.ts'
import { newDataFile } from './test-directory.ts'
import { TestStore } from './test-store.ts'

const pad = 'x'.repeat(1_000)

/** Commits changes to the same few records until the file has been written anew; gives how many it took. */
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
  return store.everything()
}

const byId = (entries: readonly RecordEntry[]) => new Map(entries.map(({ id, json }) => [id, json]))

test('a file that changes over and over stays small, and holds what was committed', async () => {
  const file = newDataFile()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  // How far it grows meanwhile is the disk's affair: how long it takes to have the new file for certain.
  let commits = 0
  for (let round = 0; round < 3; round += 1) commits += await writeUntilCompacted(file, store, journal)
  expect(statSync(file).size).toBeLessThan((commits * pad.length) / 2)
  await journal.close()

  expect(byId(await read(file))).toEqual(byId(store.everything()))
  expect(readdirSync(dirname(file))).toEqual(['drydock.data'])
})

test('commits go on while the file is written anew, and none of them is lost', async () => {
  const file = newDataFile()
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
  expect(byId(await read(file))).toEqual(byId(store.everything()))
  expect(readdirSync(dirname(file))).toEqual(['drydock.data'])
}, 60_000)

test('the new file is private, and begins with all records as one snapshot', async () => {
  const file = newDataFile()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  await writeUntilCompacted(file, store, journal)
  await journal.close()

  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{8} [0-9a-f]{8} \{"snapshot":50\}$/m)
  expect(byId(await read(file))).toEqual(byId(store.everything()))
})

test('where the new file cannot be made, commits go on in the old one', async () => {
  const file = newDataFile()
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
  expect(byId(await read(file))).toEqual(byId(store.everything()))
  expect(readdirSync(dirname(file))).toEqual(['drydock.data'])
})

test('closing in the middle of it leaves the old file whole and nothing beside it', async () => {
  const file = newDataFile()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  for (let n = 0; n < 5_000; n += 1) store.put(`lbl_${n}`, { n, pad })
  await journal.commit()
  store.put('one more')
  await journal.commit()
  while (!existsSync(`${file}.tmp-${process.pid}`)) await new Promise((resolve) => setImmediate(resolve))
  await journal.close()

  expect(readdirSync(dirname(file))).toEqual(['drydock.data'])
  expect(byId(await read(file))).toEqual(byId(store.everything()))
})

test('a write holds all that changed until it began, so that nothing stands half changed in a snapshot', async () => {
  const file = newDataFile()
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
