// Bundles a TypeScript program of this repository and runs it with the arguments that follow: node
// scripts/run.mjs test/torture/main.ts --kills 100
import { rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const [, , entry = ''] = process.argv
const outfile = fileURLToPath(
  new URL(`../.tmp/${basename(dirname(entry))}-${process.pid}.mjs`, import.meta.url),
)

await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'inline',
  logLevel: 'warning',
})
process.setSourceMapsEnabled(true)
process.once('exit', () => rmSync(outfile, { force: true }))
process.argv.splice(1, 2, outfile)
await import(pathToFileURL(outfile).href)
