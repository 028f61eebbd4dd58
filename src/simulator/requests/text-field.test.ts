import { expect, it } from 'vitest'
import { createTextSchema } from './text-field.ts'

it('the length of a text field is counted in characters, not in UTF-16 code units', () => {
  const text = createTextSchema(3, { empty: true })
  for (const good of ['', 'abc', '📦📦📦']) expect(text.safeParse(good).success, good).toBe(true)
  for (const long of ['abcd', '📦📦📦📦', '📦📦📦a']) expect(text.safeParse(long).success, long).toBe(false)
})
