import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the path of a file, given by its path from the root of the repository. Works in source code and in bundles.
 */
export function projectFile(path: string): string {
  return join(root, path)
}

const root = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(directory: string): string {
  if (existsSync(join(directory, 'package-lock.json'))) return directory
  const above = dirname(directory)
  if (above === directory) throw new Error('This is no clone of the repository.')
  return findRoot(above)
}
