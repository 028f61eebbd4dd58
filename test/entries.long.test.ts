import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

/** Checks the start of the command and the loading of the library, on supported and unsupported versions of Node. */

const project = fileURLToPath(new URL('..', import.meta.url))
const dist = join(project, 'dist')
const require = createRequire(import.meta.url)
const needs = 'needs Node 20.19 or later (of Node 22: 22.2 or later); this is Node'

function runNode(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('the check of the Node version', () => {
  it.each([
    ['18.20.8', false],
    ['20.10.0', false],
    ['20.18.3', false],
    ['20.19.0', true],
    ['21.7.3', false],
    ['22.1.0', false],
    ['22.2.0', true],
    ['24.0.0', true],
    ['100.0.0', true],
  ])('the check of the Node version decides correctly on Node %s', async (version, isEnough) => {
    const { describeNodeProblem } = await import(pathToFileURL(join(dist, 'node-version.js')).href)
    expect(describeNodeProblem(version)).toBe(isEnough ? null : `${needs} ${version}.`)
  })

  const pretended = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.10.0' })`

  it('the drydock command checks the version of Node before it loads any other code', () => {
    const ended = runNode('--import', pretended, join(dist, 'drydock.js'), 'serve')
    expect(ended).toEqual({ status: 2, stdout: '', stderr: `drydock ${needs} 20.10.0.\n` })
  })

  it.each([
    ['imported', `await import(${JSON.stringify(pathToFileURL(join(dist, 'index.js')).href)})`],
    [
      'required',
      `process.getBuiltinModule('module').createRequire('/')(${JSON.stringify(join(dist, 'index.cjs'))})`,
    ],
  ])('the library checks the version of Node before it loads any other code: %s', (_, script) => {
    const { status, stderr } = runNode('--import', pretended, '--input-type=module', '--eval', script)
    expect(stderr.split('\n')[0]).toBe(`shipping-drydock ${needs} 20.10.0.`)
    expect(status).toBe(1)
  })

  // If a built-in module of an old Node lacks a name that an entry imports, Node throws a SyntaxError. The entry then cannot
  // print its message.
  it.each(['index', 'conformance', 'vitest', 'testing', 'client'])(
    'the entry %s can be loaded by an old Node, so that it can print the version that it needs',
    (name) => {
      const { packages, namedBuiltins } = listImports(join(dist, `main/${name}.js`))
      // The package undici is CommonJS, so Node looks for its names only when the code runs.
      expect([...packages].filter((one) => !/^undici(\/|$)/.test(one))).toEqual(
        name === 'vitest' ? ['vitest'] : [],
      )
      expect(namedBuiltins).toEqual([])
    },
  )
})

describe('the entries of the npm package', () => {
  const entries = Object.values(manifest.exports).filter((entry) => typeof entry === 'object')

  it('every entry of the npm package has a file for import and a file for require', () => {
    expect(entries.map((entry) => entry.require.default)).toEqual(
      entries.map((entry) => entry.default.replace(/\.js$/, '.cjs')),
    )
    const files = readdirSync(dist).map((file) => `./dist/${file}`)
    expect(files).toEqual(
      expect.arrayContaining(entries.flatMap((entry) => [entry.require.default, entry.default])),
    )
  })

  it('import and require of the npm package give the same objects', () => {
    const script = `
      const { createRequire } = await import('node:module')
      const require = createRequire(${JSON.stringify(pathToFileURL(join(project, 'README.md')).href)})
      for (const name of ['shipping-drydock', 'shipping-drydock/conformance', 'shipping-drydock/testing', 'shipping-drydock/client']) {
        const required = require(name)
        const imported = await import(name)
        for (const one of Object.keys(imported)) if (imported[one] !== required[one]) throw new Error(one)
        console.log(Object.keys(required).length === Object.keys(imported).length)
      }`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      {
        cwd: project,
        encoding: 'utf8',
      },
    )
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'true\n'.repeat(4), stderr: '' })
  })

  it('the npm package suggests import() if require cannot load it', () => {
    const { requireBundle } = require('../src/entry/requiring.cjs')
    const createThrowing = (code: string) => () => {
      throw Object.assign(new Error('no'), { code })
    }
    expect(() => requireBundle(createThrowing('ERR_REQUIRE_ESM'))).toThrow("await import('shipping-drydock')")
    expect(() => requireBundle(createThrowing('ENOENT'))).toThrow('no')
    expect(requireBundle(createThrowing('ERR_REQUIRE_ESM'), () => 'the bundle')).toBe('the bundle')
    expect(() => requireBundle(createThrowing('ENOENT'), () => 'the bundle')).toThrow('no')
  })
})

it('a failed step of the build prints the reason and exits with the exit status of the step', () => {
  const file = pathToFileURL(join(project, 'scripts/build/run-node.mjs')).href
  const script = `(await import('${file}')).runNode('The types could not be written', ['--eval', 'process.exit(3)'])`
  expect(runNode('--input-type=module', '--eval', script)).toEqual({
    status: 3,
    stdout: '',
    stderr: 'build: The types could not be written: it ended with status 3.\n',
  })
})

/**
 * Returns the packages that a built module imports directly or through other modules, and its named imports of Node's
 * modules.
 */
function listImports(file: string, seen = new Set<string>()) {
  const packages = new Set<string>()
  const namedBuiltins: string[] = []
  const visit = (one: string): void => {
    if (seen.has(one)) return
    seen.add(one)
    const statements = readFileSync(one, 'utf8').matchAll(
      /(?:^|[;}\n])(?:import|export)(\s*[\w*${][^'";]*?)?(?:\bfrom)?\s*["']([^"']+)["']/g,
    )
    for (const [, names = '', path = ''] of statements) {
      if (path.startsWith('.')) visit(resolve(one, '..', path))
      else if (!isBuiltin(path)) packages.add(path)
      else if (names.includes('{') && !names.includes('createRequire as drydockRequire'))
        namedBuiltins.push(names)
    }
  }
  visit(file)
  return { packages, namedBuiltins }
}

describe.each([
  [
    'imported',
    (name: string) => `await import(${JSON.stringify(pathToFileURL(join(dist, `${name}.js`)).href)})`,
  ],
  [
    'required',
    (name: string) =>
      `process.getBuiltinModule('module').createRequire('/')(${JSON.stringify(join(dist, `${name}.cjs`))})`,
  ],
  // The bundle that `require` returns if it cannot load ES modules.
  [
    'loaded as CommonJS',
    (name: string) =>
      `(await import(${JSON.stringify(pathToFileURL(join(dist, 'main/commonjs.cjs')).href)}))['${name}']`,
  ],
])('an uncaught error of the library loaded as follows: %s', (_, load) => {
  const client = `(${load('client')}).createClient({ baseUrl: 'http://127.0.0.1:1', key: 'pr_test_1'`
  it.each([
    [
      'a rejected connection',
      `await (${load('index')}).connectDrydock('http://127.0.0.1:1')`,
      'UnreachableError: No simulator responds',
    ],
    [
      'a client without a response',
      `await ${client} }).getWallet()`,
      'NoResponseError: No response to GET /v1/wallet',
    ],
    [
      'an error response',
      `await ${client}, fetch: async () => new Response('{}', { status: 500 }) }).getWallet()`,
      'ServiceError: An error response without an error object',
    ],
    [
      'a wrong option of a client',
      `(${load('client')}).createClient({ baseUrl: 'x' })`,
      'OptionsError: baseUrl must begin with http',
    ],
    [
      'a wrong option of useDrydock',
      `(${load('testing')}).useDrydock({})`,
      'OptionsError: useDrydock needs the hook',
    ],
  ])(
    "an uncaught error prints only one short line of the library's code above its message: %s",
    (_, script, message) => {
      const { stderr } = runNode('--input-type=module', '--eval', script)
      // For an uncaught error, Node prints the place, the line, a mark below it and an empty line, and then the error.
      const [place, code = '', mark, empty, described] = stderr.split('\n')
      expect({ place, mark, empty, described }).toEqual({
        place: expect.stringMatching(/\.c?js:\d+$/),
        mark: expect.stringMatching(/^ +\^$/),
        empty: '',
        described: expect.stringContaining(message),
      })
      expect(code).toMatch(/^ +(if \(.*\) )?(throw|return) new \w+\(.{0,160}$/)
    },
  )
})
