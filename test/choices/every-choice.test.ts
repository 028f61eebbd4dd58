import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listIds } from '../support/labels/pages.ts'

test('each choice of docs/choices.md has a test, and no test names a choice that the page does not have', () => {
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  const lists = sources.flatMap((source) => [...source.matchAll(/choiceTest\(\s*\[([\d,\s]*)\]/g)])
  const tested = lists.flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
  expect([...new Set(tested)].sort()).toEqual([...listIds('docs/choices.md')].sort())
})
