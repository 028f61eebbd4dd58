import { describe, expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

function keysOf(map: BoundedMap<string, unknown>): string {
  return [...map.entries()].map(([key]) => key).join('')
}

describe('BoundedMap', () => {
  it('removes the entry that was added longest ago for each new one over the limit', () => {
    const map = new BoundedMap<string, number>(3)
    for (const key of 'abcdefg') map.set(key, 1)
    expect([keysOf(map), map.size, map.has('d'), map.has('e')]).toEqual(['efg', 3, false, true])
  })

  it('keeps the place of an entry whose value changes', () => {
    const map = new BoundedMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 1)
    map.set('a', 2)
    expect(map.get('a')).toBe(2)
    map.set('c', 1)
    expect(keysOf(map)).toBe('bc')
  })

  it('removes the oldest of the rest after entries were deleted, also one that was added again', () => {
    const map = new BoundedMap<string, number>(3)
    for (const key of 'abcd') map.set(key, 1)
    map.delete('b')
    map.delete('c')
    for (const key of 'bef') map.set(key, 1)
    expect(keysOf(map)).toBe('bef')
    map.set('g', 1)
    expect(keysOf(map)).toBe('efg')
  })

  it('begins anew after it was cleared', () => {
    const map = new BoundedMap<string, number>(2)
    for (const key of 'abc') map.set(key, 1)
    map.clear()
    expect(map.size).toBe(0)
    for (const key of 'cab') map.set(key, 1)
    expect(keysOf(map)).toBe('ab')
  })
})
