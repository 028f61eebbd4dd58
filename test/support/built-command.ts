import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

/** What Node runs as the command. */
export const program = fileURLToPath(new URL('../../dist/drydock.js', import.meta.url))

/** For tests: the command as its users run it, with no DRYDOCK_ variable but those given, in a folder of no project. */
export function spawnDrydock(
  words: readonly string[],
  {
    env = {},
    cwd = tmpdir(),
    detached = false,
  }: {
    readonly env?: NodeJS.ProcessEnv
    readonly cwd?: string
    /** Whether it leads a process group of its own. */
    readonly detached?: boolean
  } = {},
): RunningCommand {
  if (!existsSync(program)) throw new Error('dist/drydock.js is missing: run npm run build first.')
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(DRYDOCK_|FORCE_COLOR$|NO_COLOR$)/.test(name),
  )
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { ...Object.fromEntries(kept), ...env },
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const watchers = new Set<() => void>()
  child.stdout.on('data', (chunk) => {
    stdout += chunk
    for (const watch of watchers) watch()
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
    for (const watch of watchers) watch()
  })
  const ended = new Promise<Outcome>((resolve) => {
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr }))
  })
  const found = (pattern: RegExp, written: () => string) =>
    new Promise<string>((resolve, reject) => {
      const watch = (): void => {
        const match = pattern.exec(written())
        if (match === null) return
        watchers.delete(watch)
        resolve(match[1] ?? match[0])
      }
      watchers.add(watch)
      watch()
      ended.then(() => reject(new Error(`It ended without printing ${pattern}:\n${stdout}${stderr}`)), reject)
    })
  return {
    child,
    ended,
    printed: (pattern) => found(pattern, () => stdout),
    complained: (pattern) => found(pattern, () => stderr),
    stop: async () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

interface RunningCommand {
  readonly child: ChildProcess
  /** Once it has ended and all it wrote has arrived. */
  readonly ended: Promise<Outcome>
  /** What the pattern captures, or matches, once stdout has it; rejects if the command ends first. */
  printed(pattern: RegExp): Promise<string>
  /** The same of stderr. */
  complained(pattern: RegExp): Promise<string>
  stop(): Promise<Outcome>
}

interface Outcome {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** For tests: runs the command to its end. */
export function runDrydock(
  words: readonly string[],
  options?: Parameters<typeof spawnDrydock>[1],
): Promise<Outcome> {
  return spawnDrydock(words, options).ended
}

/** For tests: a simulator on a free port. */
export async function serveDrydock(words: readonly string[] = []) {
  const running = spawnDrydock(['serve', '--port', '0', ...words])
  return { ...running, url: await running.printed(/^drydock listening on (\S+)$/m) }
}
