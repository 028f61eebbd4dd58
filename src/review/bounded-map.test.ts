import { describe, expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

function joinKeys(map: BoundedMap<string, unknown>): string {
  return [...map.entries()].map(([key]) => key).join('')
}

describe('BoundedMap', () => {
  it('a full BoundedMap removes its oldest entry for each new entry', () => {
    const map = new BoundedMap<string, number>(3)
    for (const key of 'abcdefg') map.set(key, 1)
    expect([joinKeys(map), map.size, map.has('d'), map.has('e')]).toEqual(['efg', 3, false, true])
  })

  it('a BoundedMap does not count an entry as new when its value changes', () => {
    const map = new BoundedMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 1)
    map.set('a', 2)
    expect(map.get('a')).toBe(2)
    map.set('c', 1)
    expect(joinKeys(map)).toBe('bc')
  })

  it('a full BoundedMap removes the oldest remaining entry after other entries were deleted and one of them was added again', () => {
    const map = new BoundedMap<string, number>(3)
    for (const key of 'abcd') map.set(key, 1)
    map.delete('b')
    map.delete('c')
    for (const key of 'bef') map.set(key, 1)
    expect(joinKeys(map)).toBe('bef')
    map.set('g', 1)
    expect(joinKeys(map)).toBe('efg')
  })

  it('a BoundedMap keeps to its maximum size after it was cleared', () => {
    const map = new BoundedMap<string, number>(2)
    for (const key of 'abc') map.set(key, 1)
    map.clear()
    expect(map.size).toBe(0)
    for (const key of 'cab') map.set(key, 1)
    expect(joinKeys(map)).toBe('ab')
  })
})
