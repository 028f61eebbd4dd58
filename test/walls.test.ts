import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** What `npm run check` refuses: planted in a copy of the project, one thing at a time. */

const project = fileURLToPath(new URL('..', import.meta.url))
const copied = [
  'bin',
  'src',
  'test',
  'fixtures',
  'lint',
  'docs',
  'scripts',
  'package.json',
  'tsconfig.json',
  'biome.json',
]
const alsoCopied = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'knip.json',
  'vitest.config.ts',
  'tsconfig.types.json',
  '.gitignore',
]

let copy = ''
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'drydock-walls-'))
  for (const part of [...copied, ...alsoCopied])
    cpSync(join(project, part), join(copy, part), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  // The linter asks git which files are ignored.
  spawnSync('git', ['init', '-q'], { cwd: copy })
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function check(): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'check'], { cwd: copy, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

/** Checks the copy with one more file in it, which is used, so that it is not refused as dead. */
function checkWith(file: string, source: string) {
  const path = join(copy, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
  try {
    return check()
  } finally {
    rmSync(path)
  }
}

describe('npm run check', { timeout: 120_000 }, () => {
  it('passes the project as it is', () => {
    const { status, said } = check()
    expect({ status, said: status === 0 ? '' : said }).toEqual({ status: 0, said: '' })
  })

  it.each([
    [
      'src/simulator/planted.ts',
      "import { Hono } from 'hono'\n\nexport const planted = new Hono()\n",
      'knows no HTTP',
    ],
    [
      'src/simulator/planted.ts',
      "export { listen as planted } from '../server/listen.ts'\n",
      'imports fixtures',
    ],
    [
      'src/server/planted.ts',
      "export { createParser as planted } from '../../bin/parser.ts'\n",
      'never the harness',
    ],
    [
      'src/conformance/planted.ts',
      "export { fail as planted } from '../simulator/errors.ts'\n",
      'judges from outside',
    ],
    ['src/simulator/planted.ts', 'export const planted = Date.now()\n', 'Ambient time'],
    ['src/simulator/planted.ts', 'export const planted = Math.random()\n', 'Ambient time'],
    ['src/simulator/planted.ts', 'export const planted = new Date()\n', 'Ambient time'],
  ])('refuses %s: %s', (file, source, reason) => {
    const { status, said } = checkWith(file, source)
    expect(status).not.toBe(0)
    expect(said).toContain(reason)
  })

  it('refuses an error code that the specification does not have', () => {
    const source = "import { fail } from './errors.ts'\n\nexport const planted = () => fail('RATE.EXPIRD')\n"
    const { status, said } = checkWith('src/simulator/planted.ts', source)
    expect(status).not.toBe(0)
    expect(said).toContain('\'"RATE.EXPIRD"\' is not assignable')
  })
})
