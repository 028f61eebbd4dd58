import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { buildPreload } from './preload.ts'

const command = fileURLToPath(new URL('../../dist/drydock.js', import.meta.url))

/** The built command, serving on a free port, that tells how long its event loop is held. */
export interface ProbedSimulator {
  readonly url: string
  /** The longest the loop was held since the last time this was asked, in milliseconds. */
  longestHold(): Promise<number>
  stop(): Promise<void>
}

export async function serveProbed(options: readonly string[] = []): Promise<ProbedSimulator> {
  const probe = await buildPreload('test/support/loop-probe.ts')
  const child = fork(command, ['serve', '--port', '0', '--quiet', ...options], {
    execArgv: ['--import', probe],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (child.stdout === null) throw new Error('The command has no output.')
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const [, url] = /^drydock listening on (\S+)$/.exec(String(line)) ?? []
  if (url === undefined) throw new Error(`The command said: ${line}`)
  return {
    url,
    longestHold: async () => {
      child.send('tell')
      const [told] = await once(child, 'message')
      return Object(told).longestMs
    },
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'close')
    },
  }
}
