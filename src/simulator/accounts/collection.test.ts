import { describe, expect, it } from 'vitest'
import { createObjectCollection, createPackedCollection, createRecentCollection } from './collection.ts'
import { SingleRecord } from './single-record.ts'

interface Parcel {
  readonly weightOz: number
  readonly note?: string | undefined
}

describe.each([
  ['live', createObjectCollection<Parcel>],
  ['packed', createPackedCollection<Parcel>],
  ['recent', createRecentCollection<Parcel>],
] as const)('a %s collection', (_, create) => {
  it('a record collection lists its records in the order of insertion, and keeps the place of a record that is replaced', () => {
    const parcels = create('parcels', () => undefined)
    parcels.set('a', { weightOz: 1 })
    parcels.set('b', { weightOz: 2 })
    parcels.set('a', { weightOz: 3 })
    expect([...parcels.keys()]).toEqual(['a', 'b'])
    expect([...parcels.values()]).toEqual([{ weightOz: 3 }, { weightOz: 2 }])
    expect(parcels.size).toBe(2)
    expect(parcels.toJson('a')).toBe('{"weightOz":3}')
  })

  it.each(['__proto__', 'constructor', 'toString', ''])(
    'a record collection has no record with the id "%s" until such a record is stored',
    (id) => {
      const parcels = create('parcels', () => undefined)
      expect([parcels.get(id), parcels.has(id), parcels.toJson(id)]).toEqual([undefined, false, null])
      parcels.set(id, { weightOz: 1 })
      expect([...parcels.keys()]).toEqual([id])
    },
  )

  it('a record collection reports every change once, but not a record that was read from a file', () => {
    const changes: string[] = []
    const parcels = create('parcels', (collection, id, weight) =>
      changes.push(`${collection} ${id} ${weight}`),
    )
    parcels.load('from file', '{"weightOz":9}', () => ({ weightOz: 9 }))
    parcels.set('a', { weightOz: 1 })
    parcels.delete('a')
    parcels.delete('a')
    parcels.clear()
    parcels.load('gone', null, () => ({ weightOz: 1 }))
    expect(changes).toEqual(['parcels a hard', 'parcels a hard', 'parcels from file hard'])
    expect(parcels.size).toBe(0)
  })
})

describe('a packed collection', () => {
  it('a collection that keeps its records as JSON text returns a new object at every read', () => {
    const parcels = createPackedCollection<{ readonly sides: number[] }>('parcels', () => undefined)
    const given = { sides: [1] }
    parcels.set('a', given)
    given.sides.push(2)
    parcels.get('a')?.sides.push(3)
    expect(parcels.get('a')).toEqual({ sides: [1] })
  })
})

describe('a recent collection', () => {
  it('a collection that caches recent records returns the latest value of each record and no deleted record', () => {
    const parcels = createRecentCollection<Parcel>('parcels', () => undefined)
    for (let number = 0; number < 500; number += 1) parcels.set(String(number), { weightOz: number })
    parcels.delete('499')
    parcels.set('498', { weightOz: 1 })
    parcels.load('497', '{"weightOz":2}', () => ({ weightOz: 2 }))
    expect(['0', '250', '497', '498', '499'].map((id) => parcels.get(id)?.weightOz)).toEqual([
      0,
      250,
      2,
      1,
      undefined,
    ])
  })
})

describe('SingleRecord: a collection of one record', () => {
  it('SingleRecord keeps one record, and throws an error if the record is read before it is set', () => {
    const cell = new SingleRecord(createObjectCollection<Parcel>('wallet', () => undefined))
    expect(() => cell.get()).toThrow('wallet was read before the account was set up')
    cell.set({ weightOz: 1 })
    cell.set({ weightOz: 2 })
    expect(cell.get()).toEqual({ weightOz: 2 })
  })
})
