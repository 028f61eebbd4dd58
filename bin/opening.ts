import { spawn } from 'node:child_process'

/** The command that opens a URL in the default browser, by platform. All other platforms use the command of Linux. */
const openerCommands: Partial<Record<NodeJS.Platform, readonly [program: string, ...parameters: string[]]>> =
  {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  }

/** Returns the command that opens a URL in the browser of a platform: the program and its arguments. */
export function buildBrowserCommand(
  platform: NodeJS.Platform,
  url: string,
): readonly [program: string, parameters: readonly string[]] {
  const [program, ...parameters] = openerCommands[platform] ?? ['xdg-open']
  return [program, [...parameters, url]]
}

/**
 * Opens a URL in the default browser and does not wait for it. If that fails, `onFailure` receives a sentence that says
 * why.
 */
export function openInBrowser(url: string, onFailure: (sentence: string) => void): void {
  const [program, parameters] = buildBrowserCommand(process.platform, url)
  const reportFailure = (reason: string): void =>
    onFailure(`No browser could be opened (${program} ${reason}); open ${url} yourself.`)
  const child = spawn(program, parameters, { detached: true, stdio: 'ignore', windowsHide: true })
  child.once('error', (error: NodeJS.ErrnoException) =>
    reportFailure(error.code === 'ENOENT' ? 'is not installed' : error.message),
  )
  child.once('exit', (status) => {
    if (status !== 0) reportFailure(`ended with status ${status}`)
  })
  child.unref()
}
