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
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { writeBodyTypes } from './build/body-types.mjs'
import { builtinsByDefault } from './build/builtins.mjs'
import { writeCommonJs } from './build/commonjs.mjs'
import { copyDeclarations } from './build/copy-declarations.mjs'
import { joinChunks } from './build/join-chunks.mjs'
import { putInPlace } from './build/put-in-place.mjs'
import { runNode } from './build/run-node.mjs'

const types = !process.argv.includes('--no-types')
/** The modules of the library that package.json exports, by the names of their entries. */
const libraryModules = {
  index: 'src/index.ts',
  conformance: 'src/conformance/index.ts',
  vitest: 'src/vitest/index.ts',
  testing: 'src/testing/index.ts',
  client: 'src/client/service/index.ts',
}
const simulatorModules = ['bin/commands/serve.ts', 'src/server/drydock-server.ts']
/** The modules of commands that control a running simulator. Those in `readingModules` also read scenarios or reviews. */
const readingModules = ['driving/scenario.ts', 'doctor.ts', 'review.ts'].map((file) => `bin/commands/${file}`)
const controllingModules = [
  ...readdirSync('bin/commands/driving').map((file) => `driving/${file}`),
  'status.ts',
  'wait.ts',
]
  .map((file) => `bin/commands/${file}`)
  .filter((file) => !file.endsWith('.test.ts') && !readingModules.includes(file))
const libraryEntries = Object.keys(libraryModules)
const stampFile = '.tmp/types-made-from'
// The build is written elsewhere and then moved to dist, so that a running simulator still finds the chunks that it loads
// later.
const newBuild = `dist-${process.pid}`
process.on('exit', () => rmSync(newBuild, { recursive: true, force: true }))

const split = `${newBuild}/split`
const entryPoints = { drydock: 'bin/drydock.ts', ...libraryModules, prover: 'bin/proving/prover.ts' }
// The bundles keep short lines, although that costs 2 % of the download and of the start: Node prints the line that
// threw an uncaught error above its message. Source maps would be a third of the package, and Node reads them only with
// an option.
const output = { logLevel: 'warning' }
const { metafile } = await build({
  ...output,
  // joinChunks can read imports only without white space.
  minifyWhitespace: true,
  entryPoints,
  outdir: split,
  metafile: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  // Older versions of Node must be able to read this bundle, so that it can report that they are too old.
  target: 'node18',
  chunkNames: 'chunks/[hash]/[name]',
  external: ['pdfkit', 'bwip-js', 'bwip-js/node', '@faker-js/faker', 'undici', 'vitest'],
  plugins: [builtinsByDefault],
  define: { 'Intl.Segmenter': 'LaterSegmenter' },
  inject: ['scripts/build/later-segmenter.mjs'],
  // Bundled CommonJS code calls `require`, which ES modules do not have.
  banner: {
    js: "import { createRequire as drydockRequire } from 'node:module'; const require = drydockRequire(import.meta.url);",
  },
})
/** Returns the output file of a module that is an entry or is loaded by a dynamic import. */
const findOutputFile = (module) =>
  Object.keys(metafile.outputs).find((file) => metafile.outputs[file].entryPoint === module)
await joinChunks({
  ...output,
  folder: newBuild,
  outputs: metafile.outputs,
  entryPoints: Object.fromEntries(
    Object.entries(entryPoints).map(([name, module]) => [name, resolve(findOutputFile(module))]),
  ),
  // The groups are, in this order: the code that every command loads; the parser (yargs); the code that the simulator shares
  // with three kinds of commands, which then need not load the whole simulator; and the rest of the simulator.
  groups: [
    [['bin/drydock.ts']],
    [['bin/parsing/parser.ts']],
    [simulatorModules, controllingModules],
    [simulatorModules, ['bin/commands/conformance.ts']],
    [simulatorModules, readingModules],
    [simulatorModules],
  ].map((lists) => lists.map((modules) => modules.map(findOutputFile))),
  target: 'node18',
  entryNames: 'main/[name]',
  chunkNames: 'chunks/[name]-[hash]',
})
rmSync(split, { recursive: true })

for (const file of readdirSync('src/entry')) copyFileSync(join('src/entry', file), join(newBuild, file))
chmodSync(join(newBuild, 'drydock.js'), 0o755)
for (const name of libraryEntries) {
  // Each entry first checks the version of Node, then loads its bundle.
  writeFileSync(`${newBuild}/${name}.js`, `import './node-check.js'\nexport * from './main/${name}.js'\n`)
}
await writeCommonJs(newBuild, libraryEntries)

// The compiler takes the most time, so its output is kept until one of its inputs changes.
const stamp = types ? hashTypeInputs() : ''
const mustWriteTypes =
  types && !(existsSync('dist/types/src/index.d.ts') && readIfPresent(stampFile) === stamp)
if (mustWriteTypes) await writeTypes()
putInPlace(newBuild, 'dist')
if (mustWriteTypes) {
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
}

/** Returns a hash of all inputs of the types: the sources, the packages and the options. */
function hashTypeInputs() {
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
    'scripts/build/body-types.mjs',
    'scripts/build/copy-declarations.mjs',
    'scripts/openapi/request-words.ts',
    ...sources.toSorted(),
  ]) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function readIfPresent(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

async function writeTypes() {
  const packageFile = createRequire(import.meta.url).resolve('typescript/package.json')
  const compiler = join(dirname(packageFile), JSON.parse(readFileSync(packageFile, 'utf8')).bin.tsc)
  const folder = join(newBuild, 'declarations')
  const words = [compiler, '-p', 'tsconfig.types.json', '--outDir', folder]
  runNode('The types could not be written', words)
  for (const file of readdirSync(folder, { recursive: true })) {
    if (file.endsWith('.d.ts')) writeJsonTypes(folder, file)
  }
  await writeBodyTypes(join(folder, 'src/simulator/bodies'))
  // TypeScript does not accept the types of ES modules in CommonJS files, so the build writes the types once for each
  // kind of module. The nearest package.json decides of which kind a file is.
  const required = join(newBuild, 'types/require')
  copyDeclarations(folder, Object.values(libraryModules), [join(newBuild, 'types'), required])
  writeFileSync(join(required, 'package.json'), '{ "type": "commonjs" }\n')
  rmSync(folder, { recursive: true })
}

/** Replaces types that refer to a JSON file, because a user's project may not be able to import JSON. */
function writeJsonTypes(folder, name) {
  const file = join(folder, name)
  const text = readFileSync(file, 'utf8')
  const withoutImports = text.replace(
    /^import (?:type )?(\w+) from '(\.[^']+\.json)'.*;$/gm,
    (_, constant, path) => {
      const value = JSON.parse(readFileSync(join(dirname(name), path), 'utf8'))
      return `declare const ${constant}: ${inferType(value)};`
    },
  )
  if (withoutImports !== text) writeFileSync(file, withoutImports)
}

/** Returns the type that TypeScript infers for a JSON value. */
function inferType(value) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `(${[...new Set(value.map(inferType))].join(' | ') || 'never'})[]`
  if (typeof value !== 'object') return typeof value
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${inferType(each)}`)
    .join('; ')} }`
}
