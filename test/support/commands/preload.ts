import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { projectFile } from '../project.ts'

/**
 * Makes a script that Node can run before a program (`--import`) from a TypeScript file; gives its URL. One file for each
 * source, whoever makes it: a process that ends in whatever way leaves no other behind.
 */
export async function buildPreload(source: string): Promise<string> {
  const folder = projectFile('.tmp')
  mkdirSync(folder, { recursive: true })
  const { outputFiles } = await build({
    entryPoints: [projectFile(source)],
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'error',
  })
  const outfile = `${folder}/${nameOf(source)}.mjs`
  const unfinished = `${outfile}.${process.pid}`
  writeFileSync(unfinished, outputFiles.map(({ text }) => text).join(''))
  // A process that runs it meanwhile has the whole of it, or of the same before.
  renameSync(unfinished, outfile)
  return pathToFileURL(outfile).href
}

/** The folder belongs to it: two are called planted. */
function nameOf(source: string): string {
  const [folder = ''] = source.split('/').slice(-2)
  return `${folder}-${basename(source, '.ts')}`
}
