import { expect, test } from 'vitest'
import { accountRemovedEntry, type Entry } from './journal.ts'
import { UnwrittenEntries } from './unwritten-entries.ts'

const entry = (id: string, json: string | null, account = 'a'): Entry => ({
  account,
  collection: 'c',
  id,
  json,
})

test('a record that changed twice is written once with its latest value', () => {
  const unwritten = new UnwrittenEntries()
  unwritten.add([entry('1', '"old"'), entry('2', '"kept"')])
  unwritten.add([entry('1', null)])

  expect(unwritten.take()).toEqual([entry('2', '"kept"'), entry('1', null)])
  expect(unwritten.isEmpty).toBe(true)
})

test('newer entries override those that are put back', () => {
  const unwritten = new UnwrittenEntries()
  unwritten.add([entry('1', '"newer"'), entry('3', '"new"')])
  unwritten.putBack([entry('1', '"older"'), entry('2', '"older"')])

  expect(unwritten.take()).toEqual([entry('2', '"older"'), entry('1', '"newer"'), entry('3', '"new"')])
})

test('entries of a deleted account are dropped, and later entries of its name are kept', () => {
  const unwritten = new UnwrittenEntries()
  unwritten.add([entry('1', '1'), entry('1', '1', 'other'), accountRemovedEntry('a'), entry('2', '2')])

  expect(unwritten.take()).toEqual([entry('1', '1', 'other'), accountRemovedEntry('a'), entry('2', '2')])
})

test('names that read the same end to end are kept apart', () => {
  const unwritten = new UnwrittenEntries()
  const one = { account: 'ab', collection: 'c', id: 'd', json: '1' }
  const other = { account: 'a', collection: 'bc', id: 'd', json: '2' }
  unwritten.add([one, other])

  expect(unwritten.take()).toEqual([one, other])
})
