import { describe, expect, it } from 'vitest'
import { RecentValues } from './recent-values.ts'

describe('RecentValues: the latest values of a list', () => {
  it('RecentValues returns the latest values up to the requested number and drops older ones', () => {
    const recent = new RecentValues<number>(4)
    for (let number = 0; number < 20; number += 1) {
      recent.keep(`text ${number}`, number)
      for (let back = 0; back < Math.min(4, number + 1); back += 1) {
        expect(recent.get(`text ${number - back}`)).toBe(number - back)
      }
      expect(recent.get(`text ${number - 8}`)).toBeUndefined()
    }
  })

  it('RecentValues returns the latest of the values that were added under one text', () => {
    const recent = new RecentValues<number>(4)
    recent.keep('text', 1)
    recent.keep('text', 2)
    expect(recent.get('text')).toBe(2)
    expect(recent.get('another')).toBeUndefined()
  })
})
