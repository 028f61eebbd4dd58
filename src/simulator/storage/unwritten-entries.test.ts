import { expect, test } from 'vitest'
import { createAccountRemoval, type Entry } from './journal.ts'
import { UnwrittenEntries } from './unwritten-entries.ts'

const createEntry = (id: string, json: string | null, account = 'a'): Entry => ({
  account,
  collection: 'c',
  id,
  json,
})

test('UnwrittenEntries returns only the latest value of a record that changed twice', () => {
  const unwritten = new UnwrittenEntries()
  unwritten.add([createEntry('1', '"old"'), createEntry('2', '"kept"')])
  unwritten.add([createEntry('1', null)])

  expect(unwritten.take()).toEqual([createEntry('2', '"kept"'), createEntry('1', null)])
  expect(unwritten.isEmpty).toBe(true)
})

test('UnwrittenEntries keeps a newer value when older entries are put back after a failed write', () => {
  const unwritten = new UnwrittenEntries()
  unwritten.add([createEntry('1', '"newer"'), createEntry('3', '"new"')])
  unwritten.putBack([createEntry('1', '"older"'), createEntry('2', '"older"')])

  expect(unwritten.take()).toEqual([
    createEntry('2', '"older"'),
    createEntry('1', '"newer"'),
    createEntry('3', '"new"'),
  ])
})

test('UnwrittenEntries drops the entries of a deleted account, but not those of a later account with the same id', () => {
  const unwritten = new UnwrittenEntries()
  unwritten.add([
    createEntry('1', '1'),
    createEntry('1', '1', 'other'),
    createAccountRemoval('a'),
    createEntry('2', '2'),
  ])

  expect(unwritten.take()).toEqual([
    createEntry('1', '1', 'other'),
    createAccountRemoval('a'),
    createEntry('2', '2'),
  ])
})

test('UnwrittenEntries keeps both of two entries whose joined texts of account, collection and id are equal', () => {
  const unwritten = new UnwrittenEntries()
  const one = { account: 'ab', collection: 'c', id: 'd', json: '1' }
  const other = { account: 'a', collection: 'bc', id: 'd', json: '2' }
  unwritten.add([one, other])

  expect(unwritten.take()).toEqual([one, other])
})
