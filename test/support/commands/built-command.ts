import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { projectFile } from '../project.ts'

/** The file that Node runs as the command. */
export const program = projectFile('dist/drydock.js')

interface SpawnOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** Whether the command runs in a process group of its own. */
  readonly detached?: boolean
  /** The options of Node, which come before the command. */
  readonly nodeOptions?: readonly string[]
  /** Scripts that Node runs before the command, and that the test can send messages to. */
  readonly preloads?: readonly string[]
}

/** The command while it runs. */
export interface RunningCommand {
  readonly child: ChildProcess
  /** Resolves once the command has ended and all its output has arrived. */
  readonly ended: Promise<Outcome>
  /** Returns the exit status and output; undefined while the command runs. */
  outcome(): Outcome | undefined
  /** Resolves with the first capture, or the match, of a pattern in stdout. Rejects if the command ends first. */
  printed(pattern: RegExp): Promise<string>
  /** Resolves like `printed`, for a pattern in stderr. */
  complained(pattern: RegExp): Promise<string>
  /** Returns the output to stderr so far. */
  complaints(): string
  kill(signal: NodeJS.Signals): Promise<Outcome>
  /** Sends the signal with which a service manager stops the command. */
  stop(): Promise<Outcome>
}

export interface ServingCommand extends RunningCommand {
  readonly url: string
  readonly pid: number
}

export interface Outcome {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Kills all commands at the end, so that a failing test leaves no process behind. */
const runningCommands = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of runningCommands) child.kill('SIGKILL')
})

/**
 * For tests: starts the command as users run it, in an empty folder and with no DRYDOCK_ variables except the given
 * ones.
 */
export function spawnDrydock(words: readonly string[], options: SpawnOptions = {}): RunningCommand {
  const child = startProcess(words, options)
  runningCommands.add(child)
  const output = collectOutput(child)
  let outcome: Outcome | undefined
  const ended = new Promise<Outcome>((resolve) => {
    child.once('close', (status, signal) => {
      runningCommands.delete(child)
      outcome = { status, signal, stdout: output.stdout, stderr: output.stderr }
      resolve(outcome)
    })
  })
  const waitForOutput = async (stream: 'stdout' | 'stderr', pattern: RegExp): Promise<string> => {
    const text = await Promise.race([output.find(stream, pattern), ended.then(() => undefined)])
    if (text !== undefined) return text
    throw new Error(`The command ended without printing ${pattern}:\n${output.stdout}${output.stderr}`)
  }
  const kill = (signal: NodeJS.Signals): Promise<Outcome> => {
    child.kill(signal)
    return ended
  }
  return {
    child,
    ended,
    outcome: () => outcome,
    printed: (pattern) => waitForOutput('stdout', pattern),
    complained: (pattern) => waitForOutput('stderr', pattern),
    complaints: () => output.stderr,
    kill,
    stop: () => kill('SIGTERM'),
  }
}

/** For tests: runs the command to its end. */
export function runDrydock(words: readonly string[], options?: SpawnOptions): Promise<Outcome> {
  return spawnDrydock(words, options).ended
}

/** For tests: starts a simulator on a free port and resolves once it accepts requests. */
export async function serveDrydock(
  words: readonly string[] = [],
  options?: SpawnOptions,
): Promise<ServingCommand> {
  const started = await tryToServe(words, options)
  if (isServing(started)) return started
  throw new Error(`The command ended before it accepted requests:\n${started.stdout}${started.stderr}`)
}

/**
 * Starts a simulator like `serveDrydock`, with a command that may end before it listens. If it ends, resolves with its
 * exit status and output.
 */
export async function tryToServe(
  words: readonly string[],
  options?: SpawnOptions,
): Promise<ServingCommand | Outcome> {
  const port = words.includes('--port') ? [] : ['--port', '0']
  const command = spawnDrydock(['serve', ...port, ...words], options)
  const listening = command.printed(/^drydock listening on (\S+)$/m)
  const url = await listening.catch(() => undefined)
  const { pid } = command.child
  return url === undefined || pid === undefined ? command.ended : { ...command, url, pid }
}

export function isServing(started: ServingCommand | Outcome): started is ServingCommand {
  return 'url' in started
}

function startProcess(
  words: readonly string[],
  { env = {}, cwd = tmpdir(), detached = false, nodeOptions = [], preloads = [] }: SpawnOptions,
): ChildProcess {
  if (!existsSync(program)) throw new Error('dist/drydock.js is missing: run npm run build first.')
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(DRYDOCK_|FORCE_COLOR$|NO_COLOR$)/.test(name),
  )
  const imports = preloads.flatMap((preload) => ['--import', preload])
  return spawn(process.execPath, [...nodeOptions, ...imports, program, ...words], {
    cwd,
    env: { ...Object.fromEntries(kept), ...env },
    detached,
    stdio: ['ignore', 'pipe', 'pipe', ...(preloads.length === 0 ? [] : (['ipc'] as const))],
  })
}

/** Collects the output of a process, and can wait for a part of it. */
function collectOutput(child: ChildProcess) {
  const watchers = new Set<() => void>()
  const written = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text
      for (const watch of watchers) watch()
    })
  }
  return {
    get stdout() {
      return written.stdout
    },
    get stderr() {
      return written.stderr
    },
    find: (stream: 'stdout' | 'stderr', pattern: RegExp) =>
      new Promise<string>((resolve) => {
        const watch = (): void => {
          const match = pattern.exec(written[stream])
          if (match === null) return
          watchers.delete(watch)
          resolve(match[1] ?? match[0])
        }
        watchers.add(watch)
        watch()
      }),
  }
}
