import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Puts a finished build where programs find it, file by file, each at one stroke. A program that runs has read the entry
 * of the build it was started from and loads its chunks as it needs them: so those of the build that was there stay, until
 * the build after this one. Types are left as they are where the build has none.
 */
export function putInPlace(from, to) {
  const before = chunksInUse(to)
  const files = filesIn(from)
  // What others import comes first, so that whoever starts meanwhile finds all of one build.
  const rank = (file) => ['chunks', 'main'].indexOf(dirname(file)) >>> 0
  for (const file of files.toSorted((a, b) => rank(a) - rank(b))) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    renameSync(join(from, file), join(to, file))
  }
  const kept = new Set([...files, ...before.flatMap((name) => [`chunks/${name}`, `chunks/${name}.map`])])
  const hasTypes = files.some((file) => file.startsWith('types/'))
  for (const file of filesIn(to)) {
    if (!kept.has(file) && (hasTypes || !file.startsWith('types/'))) rmSync(join(to, file))
  }
  rmSync(from, { recursive: true })
}

/** The chunks that the entries in a folder can come to load. */
function chunksInUse(folder) {
  const used = new Set()
  const follow = (file) => {
    for (const [name] of readFileSync(file, 'utf8').matchAll(/[\w.-]+-[A-Z0-9]{8}\.js\b/g)) {
      const chunk = join(folder, 'chunks', name)
      if (used.has(name) || !existsSync(chunk)) continue
      used.add(name)
      follow(chunk)
    }
  }
  for (const file of filesIn(folder)) if (/^(main\/)?[\w-]+\.js$/.test(file)) follow(join(folder, file))
  return [...used]
}

/** Paths of all files below a folder, with slashes; none where there is no folder. */
function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
}
