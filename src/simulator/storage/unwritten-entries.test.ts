import { expect, test } from 'vitest'
import { createAccountRemoval, type Entry } from './journal.ts'
import { UnwrittenEntries } from './unwritten-entries.ts'

const createEntry = (id: string, json: string | null, account = 'a'): Entry => ({
  account,
  collection: 'c',
  id,
  json,
})

test('a record that changed twice is written once with its latest value', () => {
  const unwritten = new UnwrittenEntries()
  unwritten.add([createEntry('1', '"old"'), createEntry('2', '"kept"')])
  unwritten.add([createEntry('1', null)])

  expect(unwritten.take()).toEqual([createEntry('2', '"kept"'), createEntry('1', null)])
  expect(unwritten.isEmpty).toBe(true)
})

test('newer entries override those that are put back', () => {
  const unwritten = new UnwrittenEntries()
  unwritten.add([createEntry('1', '"newer"'), createEntry('3', '"new"')])
  unwritten.putBack([createEntry('1', '"older"'), createEntry('2', '"older"')])

  expect(unwritten.take()).toEqual([
    createEntry('2', '"older"'),
    createEntry('1', '"newer"'),
    createEntry('3', '"new"'),
  ])
})

test('entries of a deleted account are dropped, and later entries of its name are kept', () => {
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

test('names that read the same end to end are kept apart', () => {
  const unwritten = new UnwrittenEntries()
  const one = { account: 'ab', collection: 'c', id: 'd', json: '1' }
  const other = { account: 'a', collection: 'bc', id: 'd', json: '2' }
  unwritten.add([one, other])

  expect(unwritten.take()).toEqual([one, other])
})
