import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The built command, serving on a free port. */
export interface ServedSimulator {
  readonly url: string
  /** Asks it to stop and gives its exit status: null where a signal killed it. */
  stop(): Promise<number | null>
}

/** What Node runs as the command. */
export const builtCommand = fileURLToPath(new URL('../../dist/drydock.js', import.meta.url))

/** Starts the built command, `drydock serve`, with further options; resolves once it accepts requests. */
export async function serveSimulator(options: readonly string[] = []): Promise<ServedSimulator> {
  if (!existsSync(builtCommand)) throw new Error('The command is not built: run npm run build first.')
  const child = spawn(process.execPath, [builtCommand, 'serve', '--port', '0', '--quiet', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const url = await Promise.race([firstUrl(child.stdout), ended.then(() => undefined)])
  if (url === undefined) throw new Error(`drydock serve ended before it listened: ${complaints}`)
  return {
    url,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

function firstUrl(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: output })
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const [, url] = /^drydock listening on (\S+)$/.exec(line) ?? []
      if (url !== undefined) resolve(url)
    })
  })
}
