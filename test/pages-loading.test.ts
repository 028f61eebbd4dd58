import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { projectFile } from './support/project.ts'

it('a simulator loads no page before someone opens one', async () => {
  const entries = ['bin/drydock.ts', 'bin/commands/serve.ts', 'src/index.ts']
  const { metafile } = await build({
    absWorkingDir: projectFile(''),
    entryPoints: entries,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
    write: false,
  })
  const loaded = new Set(entries)
  for (const file of loaded) {
    for (const { path, kind } of metafile.inputs[file]?.imports ?? []) {
      if (kind === 'import-statement') loaded.add(path)
    }
  }
  const all = Object.keys(metafile.inputs)
  const isOfPages = (file: string): boolean =>
    /\.tsx$|\/(?:pages|dashboard|docs)\/|hono\/jsx|hono\/html|^marked$/.test(file)
  expect(all.filter(isOfPages).length).toBeGreaterThan(5)
  expect([...loaded].filter(isOfPages)).toEqual([])
  expect([...loaded]).toContain('src/server/app.ts')
})
