import { describe, expect, it } from 'vitest'
import { RecentValues } from './recent-values.ts'

describe('RecentValues: the latest values of a list', () => {
  it('RecentValues returns the latest values up to the requested number and drops older ones', () => {
    const recent = new RecentValues<number>(4)
    for (let number = 0; number < 20; number += 1) {
      recent.keep(`id ${number}`, 'text', number)
      for (let back = 0; back < Math.min(4, number + 1); back += 1) {
        expect(recent.get(`id ${number - back}`, 'text')).toBe(number - back)
      }
      expect(recent.get(`id ${number - 8}`, 'text')).toBeUndefined()
    }
  })

  it('RecentValues returns the value of an id if the given JSON text belongs to the latest value, and otherwise undefined', () => {
    const recent = new RecentValues<number>(4)
    recent.keep('id', 'old', 1)
    recent.keep('id', 'new', 2)
    expect(recent.get('id', 'new')).toBe(2)
    expect(recent.get('id', 'old')).toBeUndefined()
    expect(recent.get('another', 'new')).toBeUndefined()
  })
})
