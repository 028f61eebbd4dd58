// Bundles the command and the library into dist/, and writes the library's types (skipped with --no-types).
// Heavy packages stay outside the bundle and are loaded when first needed.
import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'

const types = !process.argv.includes('--no-types')
rmSync(types ? 'dist' : 'dist/chunks', { recursive: true, force: true })

await build({
  entryPoints: {
    drydock: 'bin/drydock.ts',
    index: 'src/index.ts',
    conformance: 'src/conformance/index.ts',
    vitest: 'src/conformance/vitest.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  minifyWhitespace: true,
  minifySyntax: true,
  chunkNames: 'chunks/[name]-[hash]',
  external: ['pdfkit', 'bwip-js', 'bwip-js/node', '@faker-js/faker', 'undici', 'vitest'],
  // Bundled CommonJS still asks for require; ES modules have none of their own.
  banner: {
    js: "import { createRequire as drydockRequire } from 'node:module'; const require = drydockRequire(import.meta.url);",
  },
  logLevel: 'warning',
})

chmodSync('dist/drydock.js', 0o755)

if (types) {
  const result = spawnSync('npx', ['tsc', '-p', 'tsconfig.types.json'], { stdio: 'inherit' })
  if (result.status !== 0) process.exit(result.status ?? 1)
  for (const file of readdirSync('dist/types', { recursive: true })) {
    if (file.endsWith('.d.ts')) writeJsonTypes(join('dist/types', file))
  }
}

/** Types inferred from a JSON file stand without it, as whoever uses them may not be able to import JSON. */
function writeJsonTypes(file) {
  const text = readFileSync(file, 'utf8')
  const standing = text.replace(/^import (\w+) from '(\.[^']+\.json)'.*;$/gm, (_, name, path) => {
    const value = JSON.parse(readFileSync(join(relative('dist/types', dirname(file)), path), 'utf8'))
    return `declare const ${name}: ${typeOf(value)};`
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
