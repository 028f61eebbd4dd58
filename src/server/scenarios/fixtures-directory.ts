import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder `fixtures` that belongs to the file at `fromUrl`: beside the nearest folder above it that has one with
 * scenarios inside. Sources and the bundle lie at different depths below it.
 */
export function findFixtures(fromUrl: string = import.meta.url): string {
  const start = dirname(fileURLToPath(fromUrl))
  for (let folder = start; ; folder = dirname(folder)) {
    const candidate = join(folder, 'fixtures')
    if (existsSync(join(candidate, 'scenarios'))) return candidate
    if (dirname(folder) === folder) throw new Error(`No folder fixtures/scenarios in ${start} or above it.`)
  }
}
