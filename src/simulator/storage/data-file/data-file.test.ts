import { chmodSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDataFilePath } from '../../../../test/support/simulator/directory.ts'
import { TestStore } from '../../../../test/support/simulator/store.ts'
import { createAccountRemoval } from '../journal.ts'
import { openDataFile } from './data-file.ts'

async function reopenStore(file: string) {
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  await journal.close()
  return { store, recovered: journal.recovered }
}

test('openDataFile makes a missing file that only its owner can read, and a lock that everybody can read', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)

  expect(journal.recovered).toEqual({ records: 0, droppedTail: false })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(`${file}.lock`).mode & 0o444).toBe(0o444)
  store.put('lbl_1')
  await journal.commit()
  expect(readFileSync(file, 'utf8')).toMatch(
    /^drydock-data 1\n[0-9a-f]{8} 0000000e \{"snapshot":0\}\n\S+ \S+ \{"opened":\{"pid":\d+,.*\}\}\n\S+ \S+ .*"lbl_1".*\n$/,
  )
  await journal.close()
  expect(readdirSync(join(file, '..'))).toEqual(['drydock.data'])
})

test('openDataFile reads back stored and changed records, and does not read back deleted records', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  store.put('lbl_1', { name: 'Zoë "配送" 🚢\n\t\\', price: 1250, empty: null, nested: { list: [[], {}] } })
  store.put('lbl_2')
  store.put('__proto__', { toString: 1 })
  store.put('*.*', 'a text', { account: '', collection: 'settings' })
  await journal.commit()
  store.put('lbl_2', { id: 'lbl_2', void: true })
  store.put('lbl_3')
  await journal.commit()
  store.remove('lbl_3')
  await journal.close()

  const after = await reopenStore(file)
  expect(new Set(after.store.listRecords())).toEqual(new Set(store.listRecords()))
  expect(after.recovered).toEqual({ records: 4, droppedTail: false })
})

test('deleting an account removes its records from the data file, but no records of other accounts', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  store.put('lbl_1', 1, { account: 'a' })
  store.put('wallet', 2, { account: 'a', collection: 'wallet' })
  store.put('lbl_1', 3, { account: 'b' })
  await journal.commit()
  store.change(createAccountRemoval('a'))
  store.put('lbl_2', 4, { account: 'a' })
  await journal.close()

  const { store: after } = await reopenStore(file)
  expect(after.listRecords().map(({ account, json }) => `${account} ${json}`)).toEqual(['b 3', 'a 4'])
})

test('committed records of an open data file can be read by another process', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  store.put('lbl_1', { rateCents: 799 })
  expect(readFileSync(file, 'utf8')).not.toContain('lbl_1')

  await journal.commit()

  expect(readFileSync(file, 'utf8')).toContain('["default","labels","lbl_1",\t{"rateCents":799}]')
  await journal.close()
})

test('commits of a data file at the same time share writes, and each resolves once its change is stored', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  const unread: string[] = []
  const write = async (lane: number) => {
    for (let n = 0; n < 5; n += 1) {
      const id = `lbl_${lane}_${n}`
      store.put(id)
      await journal.commit()
      if (!readFileSync(file, 'utf8').includes(`"${id}"`)) unread.push(id)
    }
  }
  await Promise.all(Array.from({ length: 100 }, (_, lane) => write(lane)))
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  await journal.close()

  expect(unread).toEqual([])
  expect(lines.length - 2).toBeLessThanOrEqual(50)
  expect((await reopenStore(file)).recovered.records).toBe(500)
})

test('the journal of a data file says whether a change is not yet written to the file', async () => {
  const store = new TestStore()
  const journal = await openDataFile(createDataFilePath(), store)
  store.put('lbl_1')
  const committed = journal.commit()
  expect(store.drain()).toEqual([])
  expect(journal.hasUnwrittenChanges).toBe(true)

  await committed
  expect(journal.hasUnwrittenChanges).toBe(false)
  await journal.close()
})

test('a commit of a data file without changes writes nothing', async () => {
  const file = createDataFilePath()
  const journal = await openDataFile(file, new TestStore())
  const before = readFileSync(file)
  await journal.commit()
  expect(journal.hasUnwrittenChanges).toBe(false)
  await journal.close()

  expect(readFileSync(file)).toEqual(before)
})

test('closing a data file commits its changes, and later commits are refused', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  store.put('lbl_1')
  await Promise.all([journal.close(), journal.close()])
  store.put('lbl_2')

  await expect(journal.commit()).rejects.toThrow(/has been closed/)
  await journal.close()
  expect((await reopenStore(file)).store.ids()).toEqual(['lbl_1'])
})

test.each([
  ['removes the right to read of users outside the group', 0o644, 0o640],
  ['removes the rights to read and write of users outside the group', 0o666, 0o660],
  ['keeps the rights of the group if all users may read', 0o664, 0o660],
  ['keeps the rights of the group if no other user has rights', 0o660, 0o660],
])('the first commit of a new data file sets the access rights of the file: %s', async (_, mode, after) => {
  const file = createDataFilePath()
  await reopenStore(file)
  chmodSync(file, mode)
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  expect(statSync(file).mode & 0o777).toBe(mode)
  store.put('lbl_1')
  await journal.close()

  expect(statSync(file).mode & 0o777).toBe(after)
})

test('opening a data file by a symbolic link uses and locks the file itself', async () => {
  const file = createDataFilePath()
  const link = `${file}-link`
  await reopenStore(file)
  symlinkSync(file, link)
  const store = new TestStore()
  const journal = await openDataFile(link, store)
  store.put('lbl_1')
  await journal.commit()

  await expect(openDataFile(file, new TestStore())).rejects.toThrow(/this process has it open/)
  await journal.close()
  expect(realpathSync(link)).toBe(realpathSync(file))
  expect((await reopenStore(file)).store.ids()).toEqual(['lbl_1'])
})
