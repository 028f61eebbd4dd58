import { expect, test } from 'vitest'
import { cacheLastResult } from './remember-last.ts'

test('cacheLastResult calls its function once for equal arguments in a row, and again for other arguments', () => {
  const computed: string[] = []
  const join = cacheLastResult((a: string, b: string) => {
    computed.push(a + b)
    return a + b
  })
  expect([join('a', 'b'), join('a', 'b'), join('a', 'c'), join('a', 'b')]).toEqual(['ab', 'ab', 'ac', 'ab'])
  expect(computed).toEqual(['ab', 'ac', 'ab'])
})
