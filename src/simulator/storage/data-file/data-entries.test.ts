import { array, assert, constant, jsonValue, oneof, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { createAccountRemoval } from '../journal.ts'
import { decodeEntries, encodeEntries } from './data-entries.ts'

const name = string({ unit: 'binary' })

test('entries of a data file are read back byte for byte', async () => {
  const json = oneof(
    constant(null),
    jsonValue({ noUnicodeString: false }).map((value) => JSON.stringify(value)),
  )
  const entry = oneof(
    record({ account: name, collection: name, id: name, json }),
    name.map(createAccountRemoval),
  )
  await assert(
    property(array(entry, { minLength: 1 }), (entries) => {
      const payload = encodeEntries(entries)
      expect(payload).not.toContain('\n')
      expect(JSON.parse(payload)).toHaveLength(entries.length)
      expect(decodeEntries(Buffer.from(payload))).toEqual(entries)
    }),
  )
})

test.each(['*', '__proto__', '\t', '],', '"', '\ud800', ''])(
  'an entry of a data file may have the id %j',
  (id) => {
    const entry = { account: 'a', collection: 'journeys', id, json: '{}' }
    expect(decodeEntries(Buffer.from(encodeEntries([entry, { ...entry, json: null }])))).toEqual([
      entry,
      { ...entry, json: null },
    ])
  },
)

test('a data file entry for the deletion of an account can also be read in the format of the first versions', () => {
  expect(decodeEntries(Buffer.from('[["a","*","*"],\t["b"]]'))).toEqual([
    createAccountRemoval('a'),
    createAccountRemoval('b'),
  ])
})

test('a data file entry whose JSON has several lines is written on one line', () => {
  const value = { name: 'a\tb\nc', list: [1, { two: 2 }] }
  const entry = { account: '', collection: 'c', id: 'i', json: JSON.stringify(value, null, '\t') }

  const [decoded] = decodeEntries(Buffer.from(encodeEntries([entry]))) ?? []

  expect(decoded).toMatchObject({ account: '', collection: 'c', id: 'i' })
  expect(JSON.parse(Object(decoded).json)).toEqual(value)
})

test.each([
  'null',
  '{}',
  '[]',
  '7',
  '""',
  '[[]]',
  '[{}]',
  '[null]',
  '["a","c","i"]',
  '[["a","c"]]',
  '[["a","c",7]]',
  '[["a","c","i","x"]]',
  '[["a","c","i",\t]]',
  '[["a","c",\t{}]]',
  '[["a","c","i",\t{}],\t]',
  '[["a","c","i",\t{},\t{}]]',
  '[["a","c","i",\t{}]\t]',
  '[["a","c","i"x\t{}]]',
  '[["a","c","i",\t{}]x\t["b"]]',
  '[["a","*","*",\t{}]]',
  '[["a","*","i"]]'.replace('"i"', '"i",\t{}'),
  '[["a",\t{}]]',
  '[["a","c","i"]',
  '["a","c","i"]]',
])('a data file line with the payload %s is refused', (payload) => {
  expect(decodeEntries(Buffer.from(payload))).toBeUndefined()
})
