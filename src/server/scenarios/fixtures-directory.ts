import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the package's folder `fixtures`. Searches each folder above the file at `fromUrl`, because the sources and the
 * bundle lie at different depths of the package.
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
