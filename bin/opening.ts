import { spawn } from 'node:child_process'

/** The command that opens a URL in the default browser, by system; others use that of Linux. */
const openers: Partial<Record<NodeJS.Platform, readonly [program: string, ...parameters: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Returns this system's program that opens a URL, and its arguments. */
export function findOpener(
  platform: NodeJS.Platform,
  url: string,
): readonly [program: string, parameters: readonly string[]] {
  const [program, ...parameters] = openers[platform] ?? ['xdg-open']
  return [program, [...parameters, url]]
}

/**
 * Opens a URL in the default browser, which then runs on its own. If that fails, `tell` receives a sentence
 * about it; the caller does not wait.
 */
export function openInBrowser(url: string, tell: (sentence: string) => void): void {
  const [program, parameters] = findOpener(process.platform, url)
  const tellFailure = (reason: string): void =>
    tell(`No browser could be opened (${program} ${reason}); open ${url} yourself.`)
  const child = spawn(program, parameters, { detached: true, stdio: 'ignore', windowsHide: true })
  child.once('error', (error: NodeJS.ErrnoException) =>
    tellFailure(error.code === 'ENOENT' ? 'is not installed' : error.message),
  )
  child.once('exit', (status) => {
    if (status !== 0) tellFailure(`ended with status ${status}`)
  })
  child.unref()
}
