import { mkdirSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { projectFile } from './project.ts'

/** Makes a script that Node can run before a program (`--import`) from a TypeScript file; gives its URL. */
export async function buildPreload(source: string): Promise<string> {
  const folder = projectFile('.tmp')
  mkdirSync(folder, { recursive: true })
  const outfile = `${folder}/${basename(source, '.ts')}-${process.pid}.mjs`
  await build({
    entryPoints: [projectFile(source)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'error',
  })
  return pathToFileURL(outfile).href
}
