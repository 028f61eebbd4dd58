import { expect, it } from 'vitest'
import { textUpTo } from './text-field.ts'

it('a text is as long as it has characters, whatever room they take', () => {
  const text = textUpTo(3, { empty: true })
  for (const good of ['', 'abc', '📦📦📦']) expect(text.safeParse(good).success, good).toBe(true)
  for (const long of ['abcd', '📦📦📦📦', '📦📦📦a']) expect(text.safeParse(long).success, long).toBe(false)
})
