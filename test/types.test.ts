import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

/** The library's declarations, as those who use it compile them. */

const project = fileURLToPath(new URL('..', import.meta.url))
const entry = join(project, 'dist/types/src/index.d.ts')
if (!existsSync(entry)) throw new Error('The types are not built: run npm run build first.')

const folder = mkdtempSync(join(tmpdir(), 'drydock-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The packages that a declaration file leads to, through those it imports. */
function packagesFrom(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\()'([\w@.][^']*)'/g)].flatMap(
    ([, name = '']) =>
      name.startsWith('.')
        ? packagesFrom(resolve(dirname(file), name.replace(/\.[jt]s$/, '.d.ts')), seen)
        : name,
  )
}

it('lead to no other package', () => {
  expect(packagesFrom(entry)).toEqual([])
})

it('compile for a strict user without the DOM, who has every declaration checked', () => {
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023'],
    types: ['node'],
    skipLibCheck: false,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['user.ts'] }))
  writeFileSync(
    join(folder, 'user.ts'),
    `import { type Drydock, OptionsError, type ServedExchange, startDrydock } from ${JSON.stringify(entry.replace(/\.d\.ts$/, '.js'))}

const told: ServedExchange[] = []
const dock: Drydock = await startDrydock({ clock: 'x60', rateLimits: 'off', onExchange: (exchange) => told.push(exchange) })
console.log(dock.keys.test, OptionsError.name)
await dock.close()
`,
  )
  const { status, stdout } = spawnSync(join(project, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
})
