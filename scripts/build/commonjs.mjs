import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** The entries that have a CommonJS bundle for a `require` that cannot load ES modules. */
const bundled = ['index', 'testing', 'client']

/**
 * Writes the files that `require` loads: the check of Node's version, an entry for each name, and a bundle for a Node or a
 * test runner that cannot require ES modules.
 */
export async function writeCommonJs(folder, names) {
  await build({
    entryPoints: { 'node-check': 'src/entry/node-check.js', 'main/commonjs': 'src/commonjs/index.ts' },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node18',
    minifySyntax: true,
    plugins: [withoutSimulator, documentsOfPackage],
    logLevel: 'warning',
  })
  for (const name of names) writeEntry(folder, name)
}

/**
 * Replaces `startDrydock` by a function that always rejects. The real one would add the whole simulator to the CommonJS
 * bundle, and some packages of the simulator exist only as ES modules.
 */
const withoutSimulator = {
  name: 'without-simulator',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\.\/index\.ts$/ }, ({ importer }) =>
      importer.endsWith(join('src', 'testing', 'simulator.ts'))
        ? { path: join(process.cwd(), 'src/commonjs/start-drydock.ts') }
        : undefined,
    )
  },
}

/** Loads the JSON documents from the files of the package, so that the bundle does not contain them again. */
const documentsOfPackage = {
  name: 'documents-of-package',
  setup: ({ onResolve }) => {
    onResolve({ filter: /schemas\/[\w-]+\.json$/ }, ({ path }) => ({
      path: `../../schemas/${path.split('/').at(-1)}`,
      external: true,
    }))
  },
}

/** Writes an entry that checks Node's version, then loads the modules of `import`, or the bundle if Node cannot require them. */
function writeEntry(folder, name) {
  const fallback = bundled.includes(name) ? `, () => require('./main/commonjs.cjs').${name}` : ''
  writeFileSync(
    `${folder}/${name}.cjs`,
    [
      "'use strict'",
      "require('./node-check.cjs')",
      `module.exports = require('./requiring.cjs').requireBundle(() => require('./main/${name}.js')${fallback})\n`,
    ].join('\n'),
  )
}
