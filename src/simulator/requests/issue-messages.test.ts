import { expect, it } from 'vitest'
import { listFieldsInMessage } from './issue-messages.ts'

it('the message about unknown fields names ten fields and the number of further fields', () => {
  const fields = Array.from({ length: 25_000 }, (_, number) => `f${number}`)
  expect(listFieldsInMessage(['a', 'b'])).toBe('a, b')
  expect(listFieldsInMessage(fields)).toBe('f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 and 24990 more')
})
