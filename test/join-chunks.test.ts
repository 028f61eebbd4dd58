import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinChunks } from '../scripts/build/join-chunks.mjs'

const folder = mkdtempSync(join(tmpdir(), 'drydock-join-'))
const sourceFolder = join(folder, 'source')
beforeAll(() => {
  mkdirSync(sourceFolder)
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(sourceFolder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Three entries and the modules that they share. `first.js` loads `late.js` only when it runs. */
const sources = {
  'first.js': `import { log } from './log.js'; import { twice as double } from './twice.js'; import './effect.js'
    export { twice } from './twice.js'; log('first', double(1)); await (await import('./late.js')).run()`,
  'second.js': `import { log } from './log.js'; import { part } from './part.js'; log('second', part)`,
  'third.js': `import { twice } from './twice.js'; import { part } from './part.js'; console.log('third', twice(part))`,
  'late.js': `import { log } from './log.js'; export const run = () => log('late')`,
  'log.js': `export const log = (...words) => console.log(...words)`,
  'twice.js': `export const twice = (n) => 2 * n`,
  'part.js': `import './effect.js'; export const part = 21`,
  'effect.js': `console.log('effect')`,
}
const entries = ['first', 'second', 'third']

/** Builds the sources as scripts/build.mjs does; resolves with the metafile's outputs and the built file of each entry. */
async function buildSplit(place: string) {
  const { metafile } = await build({
    entryPoints: entries.map((name) => join(sourceFolder, `${name}.js`)),
    outdir: join(place, 'split'),
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    minifyWhitespace: true,
  })
  return {
    outputs: metafile.outputs,
    built: (name: string) => relative(process.cwd(), join(place, 'split', `${name}.js`)),
  }
}

async function joinAll(
  place: string,
  outputs: Metafile['outputs'],
  built: (name: string) => string,
  groups = [[['first']], [['second']]],
) {
  await joinChunks({
    folder: place,
    outputs,
    groups: groups.map((lists) => lists.map((names) => names.map(built))),
    entryPoints: Object.fromEntries(entries.map((name) => [name, join(process.cwd(), built(name))])),
    entryNames: '[name]',
    chunkNames: 'chunks/[name]-[hash]',
    logLevel: 'silent',
  })
}

/** Returns the files that a built file imports before it runs, directly or not. */
function listLoadedFiles(file: string, seen = new Set<string>()): Set<string> {
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|\} from)\b[^("']*["'](\.[^"']+)["']/gm,
  )) {
    const imported = join(file, '..', path)
    if (!seen.has(imported)) listLoadedFiles(imported, seen.add(imported))
  }
  return seen
}

describe('joinChunks', () => {
  it('joinChunks joins the files that an entry of the build loads into one file, and the program does the same as before', async () => {
    const place = join(folder, 'joined')
    const { outputs, built } = await buildSplit(place)
    await joinAll(place, outputs, built)
    writeFileSync(join(place, 'package.json'), '{ "type": "module" }')
    const readOutput = (file: string) => execFileSync(process.execPath, [file], { encoding: 'utf8' })
    expect(readOutput(join(place, 'first.js'))).toBe('effect\nfirst 2\nlate\n')
    for (const name of entries) expect(readOutput(join(place, `${name}.js`))).toBe(readOutput(built(name)))
    expect(listLoadedFiles(join(place, 'first.js')).size).toBe(1)
    // The second entry loads the joined file of the first entry, and a file with the code that the first does not need.
    expect(listLoadedFiles(join(place, 'second.js')).size).toBe(2)
  })

  it('joinChunks moves code that two entries share into one file, and this file loads nothing that only one entry needs', async () => {
    const place = join(folder, 'shared')
    const { outputs, built } = await buildSplit(place)
    await joinAll(place, outputs, built, [[['first'], ['third']], [['first']]])
    writeFileSync(join(place, 'package.json'), '{ "type": "module" }')
    const readOutput = (file: string) => execFileSync(process.execPath, [file], { encoding: 'utf8' })
    for (const name of entries) expect(readOutput(join(place, `${name}.js`))).toBe(readOutput(built(name)))
    const readLoaded = (name: string) =>
      [...listLoadedFiles(join(place, `${name}.js`))].map((file) => readFileSync(file, 'utf8')).join('')
    // `log` logs several words, which only the first and the second entry need.
    expect(readLoaded('first')).toContain('...words')
    expect(readLoaded('third')).toContain('2 * n')
    expect(readLoaded('third')).not.toContain('...words')
  })

  it('joinChunks gives the joined files the same names in whatever folder the build runs', async () => {
    const listChunks = async (name: string) => {
      const place = join(folder, name)
      const { outputs, built } = await buildSplit(place)
      await joinAll(place, outputs, built)
      return [...listLoadedFiles(join(place, 'second.js'))].map((file) => relative(place, file)).sort()
    }
    expect(await listChunks('here')).toEqual(await listChunks('there'))
  })

  it.each([
    ['an import of all names', 'import*as all from'],
    ['an import with whitespace', 'import { a } from '],
    ['an export of all names', 'export*from'],
  ])('joinChunks refuses %s of a joined file, and names both files', async (_, form) => {
    const place = join(folder, form.replaceAll(/\W/g, '-'))
    const { outputs, built } = await buildSplit(place)
    const file = join(process.cwd(), built('first'))
    const text = readFileSync(file, 'utf8')
    const [statement = ''] = /\bimport\{[^}]*\}from/.exec(text) ?? []
    expect(statement).not.toBe('')
    writeFileSync(file, text.replace(statement, form))
    await expect(joinAll(place, outputs, built)).rejects.toThrow(
      /first\.js imports \S+ in a form that join-chunks\.mjs cannot read/,
    )
  })
})

describe('the built command', () => {
  const main = 'dist/main/drydock.js'
  const read = (file: string): string => readFileSync(file, 'utf8')
  const shared = [...listLoadedFiles(main)]

  const others = ['status', 'wait', 'review', 'doctor', 'variations', 'completion', 'conformance']

  /** Returns the code of the files that a command loads, including those that every command loads. */
  function readCodeOf(command: string): string {
    const code = [main, ...shared].map(read).join('')
    const [, name = ''] = new RegExp(`import\\("\\./(${command}-\\w+\\.js)"\\)`).exec(code) ?? []
    expect(name, command).not.toBe('')
    const file = join('dist/chunks', name)
    return [file, ...listLoadedFiles(file)].map(read).join('')
  }

  it('a command that controls a running simulator, or the conformance command, does not load the simulator', () => {
    // The simulator quotes rates with this function.
    const loadsSimulator = (command: string): boolean =>
      readCodeOf(command).includes('function quoteCarrier(')
    expect(loadsSimulator('serve')).toBe(true)
    const controlling = readdirSync('bin/commands/driving').filter((file) => !file.endsWith('.test.ts'))
    const commands = [...controlling.map((file) => basename(file, '.ts')), ...others]
    expect(commands.filter(loadsSimulator)).toEqual([])
  })
})
