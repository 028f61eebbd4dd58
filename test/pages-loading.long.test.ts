import { expect, it } from 'vitest'
import { listLoadedModules } from './support/loaded-modules.ts'

it('the simulator loads no code of the dashboard or the reference before a page is requested', async () => {
  const { atStart, all } = await listLoadedModules([
    'bin/drydock.ts',
    'bin/commands/serve.ts',
    'src/index.ts',
  ])
  const isOfPages = (file: string): boolean =>
    /\.tsx$|\/(?:pages|dashboard|docs)\/|hono\/jsx|hono\/html|^marked$/.test(file)
  expect(all.filter(isOfPages).length).toBeGreaterThan(5)
  expect(atStart.filter(isOfPages)).toEqual([])
  expect(atStart).toContain('src/server/app.ts')
})

it('the simulator loads the web framework Hono only when a request needs it', async () => {
  const listPackages = async (...entries: string[]): Promise<string[]> => {
    const { atStart } = await listLoadedModules(entries)
    return atStart.filter((file) => /^@?hono\b/.test(file))
  }
  expect(await listPackages('src/server/unversioned-app.ts')).toContain('@hono/node-server')
  expect(await listPackages('bin/drydock.ts', 'bin/commands/serve.ts', 'src/index.ts')).toEqual([])
})
