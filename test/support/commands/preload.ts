import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { projectFile } from '../project.ts'

/**
 * Builds a script from a TypeScript file that Node can run before a program (`--import`), and returns its URL. All
 * builds of one source write the same file, so that killed processes leave no other files.
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
  const outfile = `${folder}/${nameBundle(source)}.mjs`
  const unfinished = `${outfile}.${process.pid}`
  writeFileSync(unfinished, outputFiles.map(({ text }) => text).join(''))
  // If a process runs the script meanwhile, it reads either the whole old file or the whole new one.
  renameSync(unfinished, outfile)
  return pathToFileURL(outfile).href
}

/** Names the bundle of a script by its folder and file, because two scripts are called planted.ts. */
function nameBundle(source: string): string {
  const [folder = ''] = source.split('/').slice(-2)
  return `${folder}-${basename(source, '.ts')}`
}
