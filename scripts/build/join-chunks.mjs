import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { build } from 'esbuild'

/**
 * Bundles the output of a build once more, so that files that a program loads together are one file. Node takes
 * longer to find and open a file than to read most of them, and esbuild makes a file of each set of modules
 * that different entries share. All lies in `folder`, whose name changes no name of a file. `groups` lists the entries of each such file: it gets all that these import, but
 * nothing of an earlier group.
 */
export async function joinChunks({ folder, outputs, groups, ...options }) {
  const taken = new Set()
  const joined = groups.map((entries) => {
    const files = importsOf(outputs, entries).filter((file) => !taken.has(file) && !entries.includes(file))
    for (const file of files) taken.add(file)
    return files
  })
  const groupOf = new Map(
    joined.flatMap((files, group) => files.map((file) => [resolve(file), String(group)])),
  )
  const names = new Map(Object.entries(outputs).map(([file, { exports }]) => [resolve(file), exports]))
  await build({
    ...options,
    absWorkingDir: resolve(folder),
    outdir: '.',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [joining(joined, groupOf, names)],
  })
}

/** Returns the files that entries import without a dynamic import, each after those that it imports. */
function importsOf(outputs, entries) {
  const found = new Set()
  const follow = (file) => {
    for (const { path, kind } of outputs[file].imports) {
      if (kind !== 'import-statement' || !(path in outputs) || found.has(path) || entries.includes(path))
        continue
      follow(path)
      found.add(path)
    }
  }
  for (const entry of entries) follow(entry)
  return [...found]
}

/** Lets all importers of a file of a group import from the whole group, by an alias for each file and name. */
function joining(joined, groupOf, names) {
  const numbers = new Map(joined.flatMap((files) => files.map((file, number) => [resolve(file), number])))
  const rename = (file, list) =>
    list.replaceAll(
      /([\w$]+)(?: as ([\w$]+))?/g,
      (_, name, local = name) => `its${numbers.get(file)}_${name} as ${local}`,
    )
  return {
    name: 'joining',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^group \d+$/ }, ({ path }) => ({ path: path.split(' ')[1], namespace: 'group' }))
      // package.json says that only few files have side effects; here, bare imports keep the order.
      onResolve({ filter: /^\.{0,2}\// }, ({ path, resolveDir }) => ({
        path: resolve(resolveDir, path),
        sideEffects: true,
      }))
      onLoad({ filter: /\.js$/, namespace: 'file' }, ({ path: importer }) => ({
        // esbuild writes imports between its files in these forms alone.
        contents: readFileSync(importer, 'utf8').replaceAll(
          /\b(import|export)(?:(\{[^{}]*\})from)?"(\.[^"]+)"/g,
          (statement, verb, list, path) => {
            const file = resolve(dirname(importer), path)
            const group = groupOf.get(file)
            if (group === undefined || group === groupOf.get(importer)) return statement
            return list === undefined
              ? `${verb}"group ${group}"`
              : `${verb}${rename(file, list)}from"group ${group}"`
          },
        ),
      }))
      onLoad({ filter: /^/, namespace: 'group' }, ({ path: group }) => ({
        contents: joined[group]
          .map((file) => {
            const own = names
              .get(resolve(file))
              .map((name) => `${name} as its${numbers.get(resolve(file))}_${name}`)
            return `export {${own.join(',')}} from '${resolve(file)}'`
          })
          .join('\n'),
      }))
    },
  }
}
