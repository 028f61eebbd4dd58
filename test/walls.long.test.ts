import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * Imports and code that `npm run check` must refuse. All are written to files at once, so that each tool runs only
 * once.
 */

const project = fileURLToPath(new URL('..', import.meta.url))
const findTool = (name: string): string => join(project, 'node_modules', '.bin', name)

/** Files with one forbidden import or code each, and the message about it; null if the file is allowed. */
const planted: Readonly<Record<string, readonly [source: string, reason: string | null]>> = {
  'src/simulator/planted-http.ts': [
    "export { Hono as planted } from 'hono'\n",
    'The simulator knows no HTTP',
  ],
  'src/simulator/planted-server.ts': [
    "export { listen as planted } from '../server/listen.ts'\n",
    'The simulator imports fixtures and itself alone',
  ],
  'src/simulator/planted-files.ts': [
    "export { readFileSync as planted } from 'node:fs'\n",
    'Only storage opens files',
  ],
  'src/simulator/planted-promised-files.ts': [
    "export { readFile as planted } from 'node:fs/promises'\n",
    'Only storage opens files',
  ],
  'src/simulator/planted-client.ts': [
    "export { connectDrydock as planted } from '../client/connection.ts'\n",
    'The simulator imports fixtures and itself alone',
  ],
  'src/simulator/storage/planted-http.ts': [
    "export { Hono as planted } from 'hono'\n",
    'The simulator knows no HTTP',
  ],
  'src/server/planted-client.ts': [
    "export { connectDrydock as planted } from '../client/connection.ts'\n",
    'The server imports the simulator and fixtures',
  ],
  'src/review/planted.ts': [
    "export { listen as planted } from '../server/listen.ts'\n",
    'The review sees exchanges, not how they are served',
  ],
  'src/simulator/planted-review.ts': [
    "export { findings as planted } from '../review/findings/catalogue.ts'\n",
    'The simulator imports fixtures and itself alone',
  ],
  'src/client/planted.ts': [
    "export { listen as planted } from '../server/listen.ts'\n",
    'it knows the domain',
  ],
  'src/server/planted.ts': [
    "export { createParser as planted } from '../../bin/parsing/parser.ts'\n",
    'The server imports the simulator and fixtures',
  ],
  'src/vitest/planted.ts': [
    "export { listen as planted } from '../server/listen.ts'\n",
    'Test helpers start a simulator with startDrydock',
  ],
  'src/commonjs/planted.ts': [
    "export { startDrydock as planted } from '../index.ts'\n",
    'The CommonJS bundle has no server',
  ],
  'src/testing/planted.ts': ["export { it as planted } from 'vitest'\n", 'load none of them'],
  'src/conformance/planted.ts': [
    "export { fail as planted } from '../simulator/specification/errors.ts'\n",
    'The harness judges from outside',
  ],
  'src/variations/planted.ts': [
    "export { run as planted } from '../conformance/runner/run.ts'\n",
    'Variations change what goes over the wire of any service',
  ],
  'src/variations/catalogue/planted.ts': [
    "export { fail as planted } from '../../simulator/specification/errors.ts'\n",
    'Variations change what goes over the wire of any service',
  ],
  'src/simulator/planted-variations.ts': [
    "export { catalogue as planted } from '../variations/catalogue.ts'\n",
    'The simulator imports fixtures and itself alone',
  ],
  'src/client/planted-variations.ts': [
    "export { catalogue as planted } from '../variations/catalogue.ts'\n",
    'it knows the domain',
  ],
  'src/conformance/rules/labels/planted-variations.ts': [
    "export { catalogue as planted } from '../../../variations/catalogue.ts'\n",
    'A rule knows nothing of its mutants',
  ],
  'src/conformance/rules/labels/planted.ts': [
    "export { fail as planted } from '../../../simulator/specification/errors.ts'\n",
    'The harness judges from outside',
  ],
  'src/conformance/explore/oracles/planted.ts': [
    "export { fail as planted } from '../../../simulator/specification/errors.ts'\n",
    'The harness judges from outside',
  ],
  'src/conformance/explore/planted-run.ts': [
    "export { run as planted } from '../runner/run.ts'\n",
    'Walks know the HTTP client and the target',
  ],
  'src/conformance/rules/labels/planted-run.ts': [
    "export { run as planted } from '../../runner/run.ts'\n",
    'not how it is run or told',
  ],
  'src/conformance/rules/labels/planted-report.ts': [
    "export { isFailedOrErrored as planted } from '../../report/report.ts'\n",
    'not how it is run or told',
  ],
  'src/conformance/rules/labels/planted-mutants.ts': [
    "export { mutants as planted } from './mutants.ts'\n",
    'A rule knows nothing of its mutants',
  ],
  'src/conformance/rules/support/planted-builders.ts': [
    "export { mutant as planted } from '../../proof/builders.ts'\n",
    'A rule knows nothing of its mutants',
  ],
  'src/simulator/planted-now.ts': ['export const planted = Date.now()\n', 'Ambient time or randomness'],
  'src/simulator/planted-random.ts': ['export const planted = Math.random()\n', 'Ambient time or randomness'],
  'src/simulator/planted-date.ts': ['export const planted = new Date()\n', 'Ambient time or randomness'],
  'src/server/dashboard/planted-style.tsx': [
    'export const planted = <p style="color: red">Red</p>\n',
    'No style, script or ready-made HTML in a page',
  ],
  'src/server/dashboard/planted-script.tsx': [
    'export const planted = <p onscroll="go()">Go</p>\n',
    'No style, script or ready-made HTML in a page',
  ],
  'src/server/pages/planted-markup.tsx': [
    "import { raw } from 'hono/html'\n\nexport const planted = <p>{raw('<b>')}</p>\n",
    'No style, script or ready-made HTML in a page',
  ],
  'src/server/pages/planted-inner.tsx': [
    "export const planted = <p dangerouslySetInnerHTML={{ __html: '' }} />\n",
    'No style, script or ready-made HTML in a page',
  ],
  // Allowed: harmless attributes, and imports that are refused only in other folders.
  'src/server/pages/planted-attributes.tsx': [
    'export const planted = <meta name="x" content="on" data-style="x" />\n',
    null,
  ],
  'src/simulator/storage/planted-files.ts': ["export { readFileSync as planted } from 'node:fs'\n", null],
  'src/server/planted-http.ts': ["export { Hono as planted } from 'hono'\n", null],
  'src/server/planted-review.ts': [
    "export { findings as planted } from '../review/findings/catalogue.ts'\n",
    null,
  ],
  'src/server/planted-simulator.ts': [
    "export { fail as planted } from '../simulator/specification/errors.ts'\n",
    null,
  ],
  'src/conformance/rules/labels/mutants/planted-builders.ts': [
    "export { mutant as planted } from '../../../proof/builders.ts'\n",
    null,
  ],
  'src/server/planted.test.ts': ['export const planted = fetch\n', 'Do not use the global variable fetch'],
  'test/planted-fetch.ts': [
    "export const planted = fetch('http://127.0.0.1')\n",
    'Do not use the global variable fetch',
  ],
  'test/planted-request.ts': [
    "export { request as planted } from 'node:http'\n",
    'Tests ask through TestClient',
  ],
  'bin/planted.test.ts': ["export { Pool as planted } from 'undici'\n", 'Tests ask through TestClient'],
  'test/planted-server.ts': ["export { createServer as planted } from 'node:http'\n", null],
  'src/server/planted-fetch.ts': ['export const planted = fetch\n', null],
  'src/conformance/planted-now.ts': ['export const planted = Date.now()\n', null],
}

let copy = ''
beforeAll(() => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'drydock-walls-')))
  for (const part of ['biome.json', 'lint', '.gitignore'])
    cpSync(join(project, part), join(copy, part), { recursive: true })
  for (const [file, [source]] of Object.entries(planted)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), source)
  }
  // The linter asks git which files are ignored.
  spawnSync('git', ['init', '-q'], { cwd: copy })
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('the command npm run check', () => {
  it('npm run check runs the linter, the compiler, knip and the check of regular expressions', () => {
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    expect(scripts.check).toBe('biome ci && tsc --noEmit && knip && node scripts/check-regexes.mjs')
  })

  it('npm run check refuses each import that is not allowed in its folder, and no other import', () => {
    const words = ['ci', '--reporter=github', 'src', 'test', 'bin']
    const { status, stdout } = spawnSync(findTool('biome'), words, { cwd: copy, encoding: 'utf8' })
    expect(status).toBe(1)
    const said = [...stdout.matchAll(/^::error .*?file=([^,]+),.*?::(.*)$/gm)]
    const found = Object.fromEntries(said.map(([, file = '', reason]) => [relative(copy, file), reason]))
    const refused = Object.entries(planted).filter(([, [, reason]]) => reason !== null)
    expect(found).toEqual(
      Object.fromEntries(refused.map(([file, [, reason]]) => [file, expect.stringContaining(`${reason}`)])),
    )
    expect(said).toHaveLength(refused.length)
  })

  it('npm run check refuses an error code that the specification does not have', () => {
    const errors = JSON.stringify(join(project, 'src/simulator/specification/errors.ts'))
    writeFileSync(join(copy, 'code.mts'), `import { fail } from ${errors}\n\nfail('RATE.EXPIRD')\n`)
    const { compilerOptions } = JSON.parse(readFileSync(join(project, 'tsconfig.json'), 'utf8'))
    const elsewhere = {
      typeRoots: [join(project, 'node_modules/@types')],
      rootDir: '/',
      rewriteRelativeImportExtensions: false,
    }
    writeFileSync(
      join(copy, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...elsewhere }, files: ['code.mts'] }),
    )
    const { status, stdout } = spawnSync(findTool('tsc'), ['--noEmit'], { cwd: copy, encoding: 'utf8' })
    expect(status).not.toBe(0)
    const problems = stdout.split('\n').filter((line) => line.includes('error TS'))
    expect(problems).toEqual([expect.stringMatching(/^code\.mts.*"RATE\.EXPIRD"' is not assignable/)])
  })
})
