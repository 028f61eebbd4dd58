import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { build } from 'esbuild'

/**
 * Bundles the output of a build once more, so that files that a program loads together become one file. esbuild writes a
 * file for each set of modules that different entries share, and Node takes longer to open most of them than to read them.
 *
 * `outputs` are the files in esbuild's metafile, built with `minifyWhitespace`, all in `folder`. `groups` has one
 * element for each joined file: a list of lists of entries. The joined file gets each file that at least one entry of every
 * list imports, except files of an earlier group. The other options are those of esbuild. Throws if a file imports another group in a form that this
 * function cannot read.
 */
export async function joinChunks({ folder, outputs, groups, ...options }) {
  const taken = new Set()
  const joined = groups.map((lists) => {
    const [first, ...others] = lists.map((entries) => listImportedFiles(outputs, entries))
    const files = first.filter(
      (file) =>
        !taken.has(file) &&
        !lists.flat().includes(file) &&
        others.every((imported) => imported.includes(file)),
    )
    for (const file of files) taken.add(file)
    return files
  })
  const groupOf = new Map(
    joined.flatMap((files, group) => files.map((file) => [resolve(file), String(group)])),
  )
  const facts = new Map(Object.entries(outputs).map(([file, each]) => [resolve(file), each]))
  await build({
    ...options,
    absWorkingDir: resolve(folder),
    outdir: '.',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [createJoinPlugin(joined, groupOf, facts)],
  })
}

/** Returns the files that entries import statically, each after the files that it imports. */
function listImportedFiles(outputs, entries) {
  const found = new Set()
  const addFileAndImports = (file) => {
    for (const { path, kind } of outputs[file].imports) {
      if (kind !== 'import-statement' || !(path in outputs) || found.has(path) || entries.includes(path))
        continue
      addFileAndImports(path)
      found.add(path)
    }
  }
  for (const entry of entries) addFileAndImports(entry)
  return [...found]
}

/**
 * Returns an esbuild plugin that replaces each import from another group by an import from the joined file of that group.
 * The joined file exports each name under an alias that contains the number of the original file.
 */
function createJoinPlugin(joined, groupOf, facts) {
  const numbers = new Map(joined.flatMap((files) => files.map((file, number) => [resolve(file), number])))
  return {
    name: 'joining',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^group \d+$/ }, ({ path }) => ({ path: path.split(' ')[1], namespace: 'group' }))
      // Imports without names must stay, because they decide the order in which files run.
      onResolve({ filter: /^\.{0,2}\// }, ({ path, resolveDir }) => ({
        path: resolve(resolveDir, path),
        sideEffects: true,
      }))
      onLoad({ filter: /\.js$/, namespace: 'file' }, ({ path }) => ({
        contents: redirectImports(path, { groupOf, numbers, imports: facts.get(path).imports }),
      }))
      onLoad({ filter: /^/, namespace: 'group' }, ({ path: group }) => ({
        contents: joined[group].map((file) => renderAliasExport(resolve(file))).join('\n'),
      }))
    },
  }

  function renderAliasExport(file) {
    const own = facts.get(file).exports.map((name) => `${name} as its${numbers.get(file)}_${name}`)
    return `export {${own.join(',')}} from '${file}'`
  }
}

/** Returns the code of a file in which each import from another group is an import from the joined file of that group. */
function redirectImports(importer, { groupOf, numbers, imports }) {
  const isOfOtherGroup = (file) => groupOf.has(file) && groupOf.get(file) !== groupOf.get(importer)
  const replaced = new Set()
  const contents = readFileSync(importer, 'utf8').replaceAll(
    /\b(import|export)(?:(\{[^{}]*\})from)?"(\.[^"]+)"/g,
    (statement, verb, list, path) => {
      const file = resolve(dirname(importer), path)
      if (!isOfOtherGroup(file)) return statement
      replaced.add(file)
      const group = `"group ${groupOf.get(file)}"`
      return list === undefined
        ? verb + group
        : `${verb}${renameImports(list, numbers.get(file))}from${group}`
    },
  )
  for (const { path, kind } of imports) {
    const file = resolve(path)
    if (kind === 'import-statement' && isOfOtherGroup(file) && !replaced.has(file))
      throw new Error(
        `${importer} imports ${file} in a form that join-chunks.mjs cannot read. Teach it that form.`,
      )
  }
  return contents
}

/**
 * Replaces each name of an import list such as `{a,b as c}` by its name in the joined file. `number` identifies the
 * imported file.
 */
function renameImports(list, number) {
  return list.replaceAll(
    /([\w$]+)(?: as ([\w$]+))?/g,
    (_, name, local = name) => `its${number}_${name} as ${local}`,
  )
}
