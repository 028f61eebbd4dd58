// Bundles the command and the library into dist/, and writes the library's types (skipped with --no-types).
// Heavy packages stay outside the bundle and are loaded when first needed.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { writeBodyTypes } from './build/body-types.mjs'
import { builtinsByDefault } from './build/builtins.mjs'
import { putInPlace } from './build/put-in-place.mjs'
import { runNode } from './build/run-node.mjs'

const types = !process.argv.includes('--no-types')
const stampFile = '.tmp/types-made-from'
// Made elsewhere and then put in place, so that a simulator that runs meanwhile finds what it has yet to load.
const making = `dist-${process.pid}`
process.on('exit', () => rmSync(making, { recursive: true, force: true }))

await build({
  entryPoints: {
    drydock: 'bin/drydock.ts',
    index: 'src/index.ts',
    conformance: 'src/conformance/index.ts',
    vitest: 'src/conformance/vitest.ts',
    prover: 'bin/proving/prover.ts',
  },
  outdir: making,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  // An older Node than is needed has to read it, or it could not be told so.
  target: 'node18',
  sourcemap: 'linked',
  // Maps name the lines of the sources. The sources would make up a third of the package.
  sourcesContent: false,
  minifyWhitespace: true,
  minifySyntax: true,
  entryNames: 'main/[name]',
  chunkNames: 'chunks/[name]-[hash]',
  external: ['pdfkit', 'bwip-js', 'bwip-js/node', '@faker-js/faker', 'undici', 'vitest'],
  plugins: [builtinsByDefault],
  define: { 'Intl.Segmenter': 'LaterSegmenter' },
  inject: ['scripts/build/later-segmenter.mjs'],
  // Bundled CommonJS still asks for require; ES modules have none of their own.
  banner: {
    js: "import { createRequire as drydockRequire } from 'node:module'; const require = drydockRequire(import.meta.url);",
  },
  logLevel: 'warning',
})

for (const file of readdirSync('src/entry')) copyFileSync(join('src/entry', file), join(making, file))
chmodSync(join(making, 'drydock.js'), 0o755)
// What is required needs the look at Node's version in the form of its own.
await build({
  entryPoints: ['src/entry/node-check.js'],
  outfile: join(making, 'node-check.cjs'),
  bundle: true,
  format: 'cjs',
})
for (const name of ['index', 'conformance', 'vitest']) writeEntries(name)

// The compiler takes longer than all else: what it has made stays while nothing it reads has changed.
const stamp = types ? typesStamp() : ''
const typed = types && !(existsSync('dist/types/src/index.d.ts') && readIfThere(stampFile) === stamp)
if (typed) await writeTypes()
putInPlace(making, 'dist')
if (typed) {
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
}

/** What is imported and what is required: first the look at Node's version, then the bundle. */
function writeEntries(name) {
  writeFileSync(`${making}/${name}.js`, `import './node-check.js'\nexport * from './main/${name}.js'\n`)
  writeFileSync(
    `${making}/${name}.cjs`,
    [
      "'use strict'",
      "require('./node-check.cjs')",
      `module.exports = require('./requiring.cjs').required(() => require('./main/${name}.js'))\n`,
    ].join('\n'),
  )
}

/** A hash of all that the types are made from: the sources, the packages and the options. */
function typesStamp() {
  const sources = ['src', 'fixtures'].flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, name))
      .filter((file) => /\.(?:ts|json)$/.test(file)),
  )
  const hash = createHash('sha256')
  for (const file of [
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.types.json',
    import.meta.filename,
    ...sources.toSorted(),
  ]) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

async function writeTypes() {
  const packageFile = createRequire(import.meta.url).resolve('typescript/package.json')
  const compiler = join(dirname(packageFile), JSON.parse(readFileSync(packageFile, 'utf8')).bin.tsc)
  const folder = join(making, 'declarations')
  const words = [compiler, '-p', 'tsconfig.types.json', '--outDir', folder]
  runNode('The types could not be written', words)
  for (const file of readdirSync(folder, { recursive: true })) {
    if (file.endsWith('.d.ts')) writeJsonTypes(folder, file)
  }
  await writeBodyTypes(join(folder, 'src/simulator/bodies'))
  copyDeclarations(folder, join(making, 'types'))
  // Once more for a CommonJS file that requires the package: TypeScript lets it have none that are said to be of ES
  // modules. The nearest package.json says which they are.
  const required = join(making, 'types/require')
  copyDeclarations(folder, required)
  writeFileSync(join(required, 'package.json'), '{ "type": "commonjs" }\n')
  rmSync(folder, { recursive: true })
}

/** Copies the declarations of the library, and those that they lead to. All others are of no use to anyone. */
function copyDeclarations(folder, place) {
  for (const name of ['index', 'conformance/index', 'conformance/vitest']) copy(`${folder}/src/${name}.d.ts`)

  /** A file with all that it leads to. */
  function copy(file) {
    const target = join(place, relative(folder, file))
    if (existsSync(target)) return
    // The types of zod cannot be read with the options of an older project.
    if (/["']zod/.test(readFileSync(file, 'utf8')))
      throw new Error(`${file} leads a user of the library to zod.`)
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(file, target)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g)) {
      copy(resolve(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')))
    }
  }
}

/** Types inferred from a JSON file stand without it, as whoever uses them may not be able to import JSON. */
function writeJsonTypes(folder, name) {
  const file = join(folder, name)
  const text = readFileSync(file, 'utf8')
  const standing = text.replace(/^import (\w+) from '(\.[^']+\.json)'.*;$/gm, (_, constant, path) => {
    const value = JSON.parse(readFileSync(join(dirname(name), path), 'utf8'))
    return `declare const ${constant}: ${typeOf(value)};`
  })
  if (standing !== text) writeFileSync(file, standing)
}

/** The type that TypeScript infers for a JSON value. */
function typeOf(value) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `(${[...new Set(value.map(typeOf))].join(' | ') || 'never'})[]`
  if (typeof value !== 'object') return typeof value
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${typeOf(each)}`)
    .join('; ')} }`
}
