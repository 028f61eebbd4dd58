import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { serveDrydock } from '../test/support/commands/built-command.ts'
import { TestClient } from '../test/support/test-client.ts'
import { buildBrowserCommand } from './opening.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/**
 * Creates a folder for PATH. In it, `script` is the program that opens URLs; without `script` the folder has no such
 * program.
 */
function createOpenerPath(script?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'drydock-opening-'))
  folders.push(folder)
  if (script === undefined) return folder
  for (const [program] of [buildBrowserCommand('linux', ''), buildBrowserCommand('darwin', '')]) {
    writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, program), 0o755)
  }
  return folder
}

const getDocsStatus = async (url: string) => (await new TestClient(url).send({ path: '/docs' })).status

describe.skipIf(process.platform === 'win32')('drydock serve --open', () => {
  it.concurrent('drydock serve --open opens the dashboard once it can be read', async () => {
    const PATH = createOpenerPath('printf %s "$1" > "$0.part" && mv "$0.part" "$0.told"')
    const { url, stop } = await serveDrydock(['--quiet', '--open'], {
      env: { PATH: `${PATH}:${process.env['PATH']}` },
    })
    const openedFile = join(PATH, `${buildBrowserCommand(process.platform, '')[0]}.told`)
    await vi.waitFor(() => expect(existsSync(openedFile)).toBe(true), { timeout: 10_000 })
    expect(readFileSync(openedFile, 'utf8')).toBe(`${url}/dashboard`)
    expect(await stop()).toMatchObject({ status: 0, stderr: '' })
  })

  it.concurrent('drydock serve --open keeps serving if no browser can be opened, and reports that in one line', async () => {
    const { url, complained, stop } = await serveDrydock(['--quiet', '--open'], {
      env: { PATH: createOpenerPath() },
    })
    expect(await complained(/^drydock: No browser could be opened \(.*\n/m)).toBe(
      `drydock: No browser could be opened (${buildBrowserCommand(process.platform, '')[0]} is not installed); open ${url}/dashboard yourself.\n`,
    )
    expect(await getDocsStatus(url)).toBe(200)
    expect(await stop()).toMatchObject({ status: 0 })
  })

  it.concurrent('drydock serve --open keeps serving if the program that opens a URL fails, and reports that in one line', async () => {
    const PATH = createOpenerPath('exit 3')
    const { url, complained, stop } = await serveDrydock(['--quiet', '--open'], { env: { PATH } })
    await complained(/ended with status 3\); open \S+ yourself\.$/m)
    expect(await getDocsStatus(url)).toBe(200)
    expect(await stop()).toMatchObject({ status: 0 })
  })

  it.concurrent('drydock serve --open reports that there is no dashboard without the control protocol', async () => {
    const { url, complained, stop } = await serveDrydock(['--quiet', '--open', '--no-control'])
    await complained(/^drydock: There is no dashboard with --no-control, so none is opened\.$/m)
    expect(await getDocsStatus(url)).toBe(200)
    expect(await stop()).toMatchObject({ status: 0 })
  })
})

it.each([
  ['darwin', 'open', ['http://127.0.0.1:4010/']],
  ['win32', 'rundll32', ['url.dll,FileProtocolHandler', 'http://127.0.0.1:4010/']],
  ['linux', 'xdg-open', ['http://127.0.0.1:4010/']],
  ['freebsd', 'xdg-open', ['http://127.0.0.1:4010/']],
] as const)(
  'on the platform %s, drydock serve --open uses the program %s',
  (platform, program, parameters) => {
    expect(buildBrowserCommand(platform, 'http://127.0.0.1:4010/')).toEqual([program, parameters])
  },
)
