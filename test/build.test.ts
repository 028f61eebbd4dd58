import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { putInPlace } from '../scripts/build/put-in-place.mjs'

const folder = mkdtempSync(join(tmpdir(), 'drydock-build-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dist = join(folder, 'dist')

/** Writes a build with an entry, a chunk that the entry loads, and a second chunk that the first one loads. */
function writeBuild(version: string, more: Readonly<Record<string, string>> = {}): void {
  const from = join(folder, 'building')
  const files = {
    'drydock.js': `import './main/drydock.js'`,
    'main/drydock.js': `/* ${version} */ import('../chunks/control-AAAAAA${version}.js')`,
    [`chunks/control-AAAAAA${version}.js`]: `import "./chunk-BBBBBB${version}.js"`,
    [`chunks/control-AAAAAA${version}.js.map`]: '{}',
    [`chunks/chunk-BBBBBB${version}.js`]: `import "./chunk-SHARED00.js"`,
    'chunks/chunk-SHARED00.js': '',
    ...more,
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(from, name)), { recursive: true })
    writeFileSync(join(from, name), text)
  }
  putInPlace(from, dist)
  expect(existsSync(from)).toBe(false)
}

const listChunks = () => readdirSync(join(dist, 'chunks')).sort()
const listChunksOfVersion = (version: string) => [
  `chunk-BBBBBB${version}.js`,
  `control-AAAAAA${version}.js`,
  `control-AAAAAA${version}.js.map`,
]

it('a new build keeps the chunks (code files) of the previous build, which a running program may still load, and no older ones', () => {
  writeBuild('01', { 'types/index.d.ts': '01', 'main/old.js': '' })
  expect(listChunks()).toEqual([...listChunksOfVersion('01'), 'chunk-SHARED00.js'].sort())
  writeBuild('02')
  expect(listChunks()).toEqual(
    [...listChunksOfVersion('01'), ...listChunksOfVersion('02'), 'chunk-SHARED00.js'].sort(),
  )
  expect(readFileSync(join(dist, 'main/drydock.js'), 'utf8')).toContain('02')
  expect(existsSync(join(dist, 'main/old.js'))).toBe(false)
  expect(readFileSync(join(dist, 'types/index.d.ts'), 'utf8')).toBe('01')
  writeBuild('03', { 'types/other.d.ts': '03' })
  expect(listChunks()).toEqual(
    [...listChunksOfVersion('02'), ...listChunksOfVersion('03'), 'chunk-SHARED00.js'].sort(),
  )
  expect(readdirSync(join(dist, 'types'))).toEqual(['other.d.ts'])
  writeBuild('03')
  expect(listChunks()).toEqual([...listChunksOfVersion('03'), 'chunk-SHARED00.js'].sort())
})
