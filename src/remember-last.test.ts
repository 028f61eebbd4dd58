import { expect, test } from 'vitest'
import { rememberLast } from './remember-last.ts'

test('computes once for the same arguments in a row, and again for others', () => {
  const computed: string[] = []
  const join = rememberLast((a: string, b: string) => {
    computed.push(a + b)
    return a + b
  })
  expect([join('a', 'b'), join('a', 'b'), join('a', 'c'), join('a', 'b')]).toEqual(['ab', 'ab', 'ac', 'ab'])
  expect(computed).toEqual(['ab', 'ac', 'ab'])
})
