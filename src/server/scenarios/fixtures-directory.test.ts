import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFixtures } from './fixtures-directory.ts'

describe('findFixtures', () => {
  let folder = ''

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'drydock-fixtures-'))
    mkdirSync(join(folder, 'package', 'fixtures', 'scenarios'), { recursive: true })
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  it.each(['dist/drydock.js', 'dist/chunks/run.js', 'src/server/scenarios/catalogue.ts'])(
    'findFixtures finds the fixtures folder of the package from %s, also with spaces in the path',
    (file) => {
      mkdirSync(join(folder, 'package', 'a b', 'fixtures'), { recursive: true })
      const url = pathToFileURL(join(folder, 'package', 'a b', file)).href
      expect(findFixtures(url)).toBe(join(folder, 'package', 'fixtures'))
    },
  )

  it('findFixtures throws an error with the searched folders if none of them has fixtures', () => {
    const url = pathToFileURL(join(folder, 'elsewhere', 'x.js')).href
    expect(() => findFixtures(url)).toThrow(
      `No folder fixtures/scenarios in ${join(folder, 'elsewhere')} or above it.`,
    )
  })
})
