import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { projectFile } from './project.ts'

/** How a process ended, and what it had to say on stderr. */
export interface Ending {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly complaints: string
}

/** The built command while it serves. */
export interface ServedProcess {
  readonly url: string
  readonly pid: number
  readonly child: ChildProcess
  readonly ended: Promise<Ending>
  /** What it has said on stderr so far. */
  complaints(): string
  /** Undefined while it runs. */
  ending(): Ending | undefined
  kill(signal: NodeJS.Signals): Promise<Ending>
}

export interface ServeOptions {
  readonly options: readonly string[]
  /** Scripts that Node runs before the command. */
  readonly preloads?: readonly string[]
  readonly nodeOptions?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const command = projectFile('dist/drydock.js')

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts `drydock serve` as it was built. Gives how it ended, should it end before it listens. */
export async function serveProcess(options: ServeOptions): Promise<ServedProcess | Ending> {
  if (!existsSync(command)) throw new Error('The command is not built: run npm run build first.')
  const child = start(options)
  running.add(child)
  let complaints = ''
  let ending: Ending | undefined
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (status, signal) => {
      running.delete(child)
      ending = { status, signal, complaints }
      resolve(ending)
    })
  })
  const url = await Promise.race([listening(child), ended.then(() => undefined)])
  if (url === undefined || child.pid === undefined) return ended
  return {
    url,
    pid: child.pid,
    child,
    ended,
    complaints: () => complaints,
    ending: () => ending,
    kill: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** Whether it serves, and has not ended before it could. */
export function serves(started: ServedProcess | Ending): started is ServedProcess {
  return 'url' in started
}

function start({ options, preloads = [], nodeOptions = [], env = {} }: ServeOptions): ChildProcess {
  const imports = preloads.flatMap((preload) => ['--import', preload])
  const words = [...nodeOptions, ...imports, command, 'serve', '--port', '0', '--quiet', ...options]
  return spawn(process.execPath, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

function listening(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, url] = /^drydock listening on (\S+)$/m.exec(said) ?? []
      if (url !== undefined) resolve(url)
    })
  })
}
