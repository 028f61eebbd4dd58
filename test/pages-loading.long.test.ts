import { expect, it } from 'vitest'
import { modulesOf } from './support/loaded-modules.ts'

it('a simulator loads no page before someone opens one', async () => {
  const { atStart, all } = await modulesOf(['bin/drydock.ts', 'bin/commands/serve.ts', 'src/index.ts'])
  const isOfPages = (file: string): boolean =>
    /\.tsx$|\/(?:pages|dashboard|docs)\/|hono\/jsx|hono\/html|^marked$/.test(file)
  expect(all.filter(isOfPages).length).toBeGreaterThan(5)
  expect(atStart.filter(isOfPages)).toEqual([])
  expect(atStart).toContain('src/server/app.ts')
})

it('a simulator loads neither Hono nor its adaptor before a request needs them', async () => {
  const listPackages = async (...entries: string[]): Promise<string[]> => {
    const { atStart } = await modulesOf(entries)
    return atStart.filter((file) => /^@?hono\b/.test(file))
  }
  expect(await listPackages('src/server/unversioned-app.ts')).toContain('@hono/node-server')
  expect(await listPackages('bin/drydock.ts', 'bin/commands/serve.ts', 'src/index.ts')).toEqual([])
})
