import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package's bundles. It is found whether this code runs as a bundle or from its source. */
const builtFolder = findBuiltFolder()

/** The bundle that a thread of the self-test runs. */
export const proverFile = join(builtFolder, 'main', 'prover.js')

/** Returns a hash of the built code and of Node's version. */
export function hashBuiltCode(): string {
  const hash = createHash('sha256').update(process.version)
  for (const part of ['main', 'chunks']) {
    const names = readdirSync(join(builtFolder, part)).filter((name) => name.endsWith('.js'))
    for (const name of names.sort()) hash.update(name).update(readFileSync(join(builtFolder, part, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

function findBuiltFolder(): string {
  for (let above = dirname(fileURLToPath(import.meta.url)); ; above = dirname(above)) {
    if (existsSync(join(above, 'dist', 'main', 'prover.js'))) return join(above, 'dist')
    if (dirname(above) === above) throw new Error('dist/main/prover.js is missing: run npm run build first.')
  }
}
