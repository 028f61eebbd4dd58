// Bundles the command and the library into dist/, and writes the library's types (skipped with --no-types).
// Heavy packages stay outside the bundle and are loaded when first needed.
import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
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
}
