import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { severities } from '../finding.ts'
import { findFinding, findings } from './catalogue.ts'
import { findingIds } from './finding-ids.ts'

it('the catalogue of findings lists each finding once, by severity and then by id', () => {
  const order = findings.map(({ severity, id }) => `${severities.indexOf(severity)} ${id}`)
  expect(order).toEqual([...new Set(order)].toSorted())
  expect(findFinding('retry-after-ignored')?.id).toBe('RETRY-AFTER-IGNORED')
  expect(findFinding('NO-SUCH')).toBeUndefined()
})

it('the list of finding ids for TypeScript has exactly the ids of the catalogue', () => {
  expect(findingIds).toEqual(findings.map(({ id }) => id))
})

it('each finding of the review has a file with tests, which has the id of the finding as its name', () => {
  const folder = dirname(fileURLToPath(import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replace(/^.*\//, ''),
  )
  for (const { id } of findings) expect(files).toContain(`${id.toLowerCase()}.test.ts`)
})

it('each finding of the review has a test with a client that is reported, and two tests with clients that are not', () => {
  const folder = dirname(fileURLToPath(import.meta.url))
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.test.ts') || file === 'catalogue.test.ts') continue
    const names =
      readFileSync(join(folder, file), 'utf8').match(/'the review (?:reports|does not report) /g) ?? []
    expect(names.filter((name) => !name.includes('not')).length, file).toBeGreaterThanOrEqual(1)
    expect(names.filter((name) => name.includes('not')).length, file).toBeGreaterThanOrEqual(2)
  }
})

it.each(findings.map((finding) => [finding.id, finding] as const))(
  'all texts of the finding %s are whole sentences',
  (id, finding) => {
    expect(id).toMatch(/^[A-Z]+(-[A-Z]+)*$/)
    for (const text of [finding.title, finding.means, finding.advice, finding.why])
      expect(text).toMatch(/^[A-Z].*\.$/)
  },
)
