import { marked } from 'marked'
import { expect, it } from 'vitest'
import { parseMarkdownInSteps } from './guides.ts'
import { readPackageFile } from './package-files.ts'

it('parseMarkdownInSteps reads a long page in many steps, and returns the same tokens as marked', () => {
  const text = readPackageFile('docs/rules.md')
  const reading = parseMarkdownInSteps(text)
  let steps = 0
  let next = reading.next()
  for (; next.done !== true; next = reading.next()) steps += 1
  expect(steps).toBeGreaterThan(1_000)
  expect([...next.value]).toEqual([...marked.lexer(text)])
})
