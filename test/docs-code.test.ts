import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareCommand } from '../bin/conformance/preparing.ts'
import { readProfile } from '../src/conformance/target/profile.ts'
import { type ServingCommand, serveDrydock } from './support/commands/built-command.ts'

/**
 * Checks that a reader can copy every code block of a page. Each block is marked `run`, and a test runs it, or
 * `fragment`.
 */

const project = fileURLToPath(new URL('..', import.meta.url))
const docs = readdirSync(join(project, 'docs'), { recursive: true, encoding: 'utf8' })
const pages = ['README.md', 'CONTRIBUTING.md', ...docs.map((page) => `docs/${page}`)].filter((page) =>
  page.endsWith('.md'),
)

interface Block {
  readonly page: string
  readonly language: string
  readonly marks: readonly string[]
  readonly code: string
}

function findBlocks(page: string): readonly Block[] {
  const text = readFileSync(join(project, page), 'utf8')
  return [...text.matchAll(/^ *(```+|~~~+)(.*)\n([\s\S]*?)^ *\1 *$/gm)].map(([, , info = '', code = '']) => {
    const [language = '', ...marks] = info.trim().split(/ +/)
    return { page, language, marks, code }
  })
}

const blocks = pages.flatMap(findBlocks)

/**
 * The blocks to run, by page and language: their number, and the test that runs them. If no test is named, this file
 * runs them.
 */
const testsOfBlocks: Readonly<Record<string, readonly [count: number, test: string]>> = {
  'README.md sh': [2, 'readme.test.ts'],
  'README.md js': [3, 'readme.test.ts'],
  'docs/api.md sh': [14, 'docs.test.ts'],
  'docs/faults.md json': [1, 'docs.test.ts'],
  'docs/faults.md yaml': [1, 'docs.test.ts'],
  'docs/team-server.md nginx': [2, 'long/team-server.test.ts and long/balanced-server.test.ts'],
  'docs/webhooks.md js': [1, 'webhook-signatures.test.ts'],
  'docs/webhooks.md python': [1, 'webhook-signatures.test.ts'],
  'docs/webhooks.md php': [1, 'webhook-signatures.test.ts'],
  'docs/webhooks.md ruby': [1, 'webhook-signatures.test.ts'],
  'docs/webhooks.md go': [1, 'webhook-signatures.test.ts'],
  'docs/ci.md sh': [2, 'long/action.test.ts'],
  'docs/ci.md yaml': [2, 'long/action.test.ts'],
  'docs/command-line.md json': [1, 'here'],
  'docs/conformance/any-target.md json': [1, 'here'],
  'docs/conformance/reports.md ts': [2, 'here'],
  'docs/client.md ts': [1, 'here'],
  'docs/library.md ts': [2, 'here'],
  'docs/library.md js': [2, 'here'],
  'docs/testing.md ts': [1, 'here'],
  'docs/testing.md js': [1, 'here'],
}

/** The first two lines of the README run in .ci/run. */
const commandsOfReadme = 'npm ci && npm start\nnpm ci && npm test\n'

describe('the code blocks of the documentation', () => {
  it('every code block of the documentation is marked as run by a test or as a fragment', () => {
    const unmarked = blocks
      .filter(({ code }) => code !== commandsOfReadme)
      .filter(({ marks }) => marks.join() !== 'run' && marks.join() !== 'fragment')
    expect(unmarked).toEqual([])
  })

  it('every code block of the documentation that is marked as run has a test that runs the code', () => {
    const counts: Record<string, number> = {}
    for (const { page, language } of blocks.filter(({ marks }) => marks.includes('run'))) {
      counts[`${page} ${language}`] = (counts[`${page} ${language}`] ?? 0) + 1
    }
    expect(counts).toEqual(
      Object.fromEntries(Object.entries(testsOfBlocks).map(([where, [count]]) => [where, count])),
    )
  })
})

function findCode(page: string, language: string): readonly string[] {
  return blocks
    .filter((block) => block.page === page && block.language === language && block.marks.includes('run'))
    .map(({ code }) => code)
}

describe('the code blocks that this file runs', () => {
  // The folder is inside the project, so that the program finds its packages.
  const folder = mkdtempSync(join(project, 'test/copied-'))
  let simulator: ServingCommand
  beforeAll(async () => {
    simulator = await serveDrydock(['--quiet'])
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await simulator.stop()
  })

  it('the configuration file in docs/command-line.md is accepted', async () => {
    const [code = ''] = findCode('docs/command-line.md', 'json')
    const file = join(folder, 'drydock.config.json')
    writeFileSync(file, code)
    expect(await prepareCommand(['serve', '--config', file], {})).toBeDefined()
  })

  it('the profile in docs/conformance/any-target.md is accepted', () => {
    const [code = ''] = findCode('docs/conformance/any-target.md', 'json')
    expect(readProfile(JSON.parse(code))).toMatchObject({ limits: { 'POST /v1/rates': 200 } })
  })

  it('the message about a wrong target profile names its wrong fields and what is wrong with them', () => {
    const wrong = { addresses: { from: { street1: 7 } }, limits: { 'POST /v1/rates': 0 }, carriers: 'UPS' }
    expect(() => readProfile(wrong)).toThrow(
      'addresses.from.street1: must be a text; addresses.from.city: is missing; ',
    )
    expect(() => readProfile(wrong)).toThrow(
      'carriers: must be a list; limits.POST /v1/rates: must be more than 0.',
    )
  })

  it('the CommonJS example in docs/library.md loads the library with require', () => {
    const [code = ''] = findCode('docs/library.md', 'js')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=commonjs', '--eval', `${code}\nconsole.log(typeof startDrydock)`],
      { cwd: project, encoding: 'utf8' },
    )
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'function\n', stderr: '' })
  })

  it('the node:test example in docs/testing.md passes', () => {
    const file = join(folder, 'of-node.mjs')
    writeFileSync(file, findCode('docs/testing.md', 'js').join())
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined, DRYDOCK_URL: simulator.url }
    const { status, stdout } = spawnSync(process.execPath, ['--test', file], { encoding: 'utf8', env })
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringMatching(/pass 1\b/) })
  })

  it('the vitest and Jest examples of the documentation pass', () => {
    const [, inJest = ''] = findCode('docs/library.md', 'js')
    const programs = [
      ...findCode('docs/client.md', 'ts'),
      ...findCode('docs/library.md', 'ts'),
      ...findCode('docs/conformance/reports.md', 'ts'),
      ...findCode('docs/testing.md', 'ts'),
      inJest,
    ]
    programs.forEach((code, index) => {
      writeFileSync(join(folder, `copied-${index}.test.ts`), wrapInTests(code, simulator.url))
    })
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(project, join(folder, 'node_modules/shipping-drydock'))

    writeFileSync(
      join(folder, 'vitest.config.mjs'),
      `export default { test: { globals: true, isolate: false, server: { deps: { external: [/dist/] } } } }`,
    )
    const vitest = join(project, 'node_modules/vitest/vitest.mjs')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [vitest, 'run', '--root', folder, '--reporter', 'json'],
      { cwd: folder, encoding: 'utf8' },
    )
    expect({ status, stdout, stderr }).toMatchObject({ status: 0 })
    const report = JSON.parse(stdout.slice(stdout.indexOf('{')))
    expect(report.numPassedTestSuites).toBeGreaterThanOrEqual(programs.length)
    expect(report.numPassedTests).toBeGreaterThanOrEqual(programs.length)
  }, 60_000)
})

/** Returns a program as one test. A test file stays unchanged, and a block about rules becomes one test. */
function wrapInTests(code: string, url: string): string {
  const narrowed = code
    .replaceAll('http://127.0.0.1:4010', url)
    .replace(/only: \[.*?\]/, "only: ['RATE-001']")
  if (/\b(it|test|describe\w*)\(/.test(narrowed)) return narrowed
  const end = narrowed.includes('const dock = ') ? '\nawait dock.close()\n' : ''
  return `${narrowed}${end}\nit('has run to its end', () => undefined)\n`
}
