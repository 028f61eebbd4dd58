import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the folder `fixtures` that has scenarios inside and lies beside the nearest folder above the file at
 * `fromUrl`. The sources and the bundle lie at different depths.
 */
export function findFixtures(fromUrl: string = import.meta.url): string {
  const start = dirname(fileURLToPath(fromUrl))
  for (let folder = start; ; folder = dirname(folder)) {
    const candidate = join(folder, 'fixtures')
    if (existsSync(join(candidate, 'scenarios'))) return candidate
    if (dirname(folder) === folder)
      throw new Error(`No folder fixtures/scenarios in ${start} or above it. Install the package again.`)
  }
}
