import { spawn } from 'node:child_process'

/** What opens an address in the browser that the person has chosen, on each system; elsewhere as on Linux. */
const openers: Partial<Record<NodeJS.Platform, readonly [program: string, ...parameters: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** The program of this system that opens an address, and what it is told. */
export function openerOf(
  platform: NodeJS.Platform,
  url: string,
): readonly [program: string, parameters: readonly string[]] {
  const [program, ...parameters] = openers[platform] ?? ['xdg-open']
  return [program, [...parameters, url]]
}

/**
 * Opens an address in the default browser, which then lives on by itself. Where that cannot be done, `tell` gets a
 * sentence about it; nobody waits for it.
 */
export function openInBrowser(url: string, tell: (sentence: string) => void): void {
  const [program, parameters] = openerOf(process.platform, url)
  const failed = (reason: string): void =>
    tell(`No browser could be opened (${program} ${reason}); open ${url} yourself.`)
  const child = spawn(program, parameters, { detached: true, stdio: 'ignore', windowsHide: true })
  child.once('error', (error: NodeJS.ErrnoException) =>
    failed(error.code === 'ENOENT' ? 'is not installed' : error.message),
  )
  child.once('exit', (status) => {
    if (status !== 0) failed(`ended with status ${status}`)
  })
  child.unref()
}
