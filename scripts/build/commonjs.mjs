import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** The entries that have a CommonJS bundle for a `require` that cannot load ES modules. */
const bundled = ['index', 'testing', 'client']

/**
 * Writes what `require` loads: the check of Node's version, an entry for each name, and the bundle that the entries fall back to
 * if Node or a test runner cannot require ES modules.
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

/** `startDrydock` would bring the whole simulator, whose packages are ES modules. */
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

/** The package has the documents as files, so that the bundle need not repeat them. */
const documentsOfPackage = {
  name: 'documents-of-package',
  setup: ({ onResolve }) => {
    onResolve({ filter: /schemas\/[\w-]+\.json$/ }, ({ path }) => ({
      path: `../../schemas/${path.split('/').at(-1)}`,
      external: true,
    }))
  },
}

/** First the check of Node's version, then the same modules as for `import`, or else the bundle. */
function writeEntry(folder, name) {
  const fallback = bundled.includes(name) ? `, () => require('./main/commonjs.cjs').${name}` : ''
  writeFileSync(
    `${folder}/${name}.cjs`,
    [
      "'use strict'",
      "require('./node-check.cjs')",
      `module.exports = require('./requiring.cjs').required(() => require('./main/${name}.js')${fallback})\n`,
    ].join('\n'),
  )
}
