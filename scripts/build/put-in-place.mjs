import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Moves a finished build to dist/, each file atomically. A program that is running loads its chunks when it needs them,
 * so the chunks of the previous build stay until the next build. If the new build has no types, the old types stay.
 */
export function putInPlace(from, to) {
  const before = findChunksInUse(to)
  const files = listFiles(from)
  // Moves imported files before the files that import them, so that a program that starts meanwhile finds a complete
  // build. An index of -1, for any other file, becomes the largest number by `>>> 0`.
  const findMovePosition = (file) => ['chunks', 'main'].indexOf(dirname(file)) >>> 0
  for (const file of files.toSorted((a, b) => findMovePosition(a) - findMovePosition(b))) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    renameSync(join(from, file), join(to, file))
  }
  const kept = new Set([...files, ...before.flatMap((name) => [`chunks/${name}`, `chunks/${name}.map`])])
  const hasTypes = files.some((file) => file.startsWith('types/'))
  for (const file of listFiles(to)) {
    if (!kept.has(file) && (hasTypes || !file.startsWith('types/'))) rmSync(join(to, file))
  }
  rmSync(from, { recursive: true })
}

/** Returns the chunks that the entries in a folder may load, directly or through other chunks. */
function findChunksInUse(folder) {
  const used = new Set()
  const addFileAndChunks = (file) => {
    for (const [name] of readFileSync(file, 'utf8').matchAll(/[\w.-]+-[A-Z0-9]{8}\.js\b/g)) {
      const chunk = join(folder, 'chunks', name)
      if (used.has(name) || !existsSync(chunk)) continue
      used.add(name)
      addFileAndChunks(chunk)
    }
  }
  for (const file of listFiles(folder))
    if (/^(main\/)?[\w-]+\.js$/.test(file)) addFileAndChunks(join(folder, file))
  return [...used]
}

/** Returns the paths of all files below a folder, with slashes; none if there is no folder. */
function listFiles(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
}
