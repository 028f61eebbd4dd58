import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import spawn from 'cross-spawn'
import type { DrydockServer, DrydockServerOptions } from '../../src/server/drydock-server.ts'
import type { CommandInput } from '../parsing/command.ts'
import { printProblem } from '../printing/output.ts'
import { controlTokenSetting, noControlSetting } from '../server-options.ts'
import { startSimulator } from '../starting.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The result of one run of a command. */
export interface CommandRun {
  readonly status: number
  /** The last lines of the command's output, if it was not shown. */
  readonly lastLines: readonly string[]
  /** How often each variation changed a response that the command received. */
  readonly applied: ReturnType<DrydockServer['countVariationChanges']>
}

/** Is called after the command with the simulator and the command's exit status; returns the exit status of the run. */
export type FinishRun = (server: DrydockServer, status: number) => Promise<number>

/** Runs a command with a new simulator for each run, and passes signals on to the command. */
export class CommandRuns {
  readonly #given: CommandInput
  readonly #words: readonly string[]
  #child: ChildProcess | undefined
  #signalled: NodeJS.Signals | undefined

  constructor(input: CommandInput, words: readonly string[]) {
    this.#given = input
    this.#words = words
    for (const name of signals) {
      process.on(name, () => {
        this.#signalled ??= name
        // On a terminal, Ctrl-C also reaches the command itself. If this process passed the signal on, the command
        // would get it twice, and stop its clean-up.
        if (name !== 'SIGINT' || !process.stdin.isTTY) this.#child?.kill(name)
      })
    }
  }

  /** The exit status that a shell reports for the signal that has arrived; undefined if none has. */
  get signalStatus(): number | undefined {
    return this.#signalled === undefined ? undefined : 128 + constants.signals[this.#signalled]
  }

  /**
   * Runs the command once. With `isQuiet`, its output is kept instead of shown. `finish` is called before the simulator
   * stops, and returns the exit status of the run.
   */
  async run(
    options: DrydockServerOptions,
    { isQuiet = false, finish }: { readonly isQuiet?: boolean; readonly finish?: FinishRun | undefined } = {},
  ): Promise<CommandRun> {
    const onNotice = (notice: string): void => printProblem(...notice.split('\n'))
    const server = await startSimulator({ ...options, port: 0, onNotice })
    try {
      if (this.signalStatus !== undefined) return { status: this.signalStatus, lastLines: [], applied: [] }
      const [program = '', ...parameters] = this.#words
      const child = spawn(program, parameters, {
        stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
        env: { ...process.env, ...buildEnvironment(server, this.#given) },
      })
      this.#child = child
      const lastLines = keepLastLines(child)
      const ended = await waitForStatus(child, program)
      const status = finish === undefined ? ended : await finish(server, ended)
      return { status, lastLines: lastLines(), applied: server.countVariationChanges() }
    } finally {
      await server.close()
    }
  }
}

const maxKeptBytes = 16 * 1024
const maxKeptLines = 15

/** Collects the output of a command. Returns a function that returns the last lines of this output. */
function keepLastLines({ stdout, stderr }: ChildProcess): () => readonly string[] {
  let end = ''
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      end = (end + text).slice(-maxKeptBytes)
    })
  }
  return () => end.trimEnd().split(/\r?\n/).slice(-maxKeptLines)
}

/** Returns the environment of the command, with the URL and keys of the simulator. */
function buildEnvironment({ url, credentials }: DrydockServer, input: CommandInput): NodeJS.ProcessEnv {
  const { keys, signingSecret } = credentials()
  const token = input.of(controlTokenSetting)
  return {
    ...(token !== undefined && { DRYDOCK_CONTROL_TOKEN: token }),
    DRYDOCK_URL: url,
    // `DRYDOCK_CONTROL_URL` is unset if there is no control protocol, so that the command does not use another
    // simulator by mistake.
    DRYDOCK_CONTROL_URL: input.of(noControlSetting) ? undefined : `${url}/_drydock`,
    DRYDOCK_TEST_KEY: keys.test ?? undefined,
    DRYDOCK_LIVE_KEY: keys.live ?? undefined,
    DRYDOCK_WEBHOOK_SECRET: signingSecret,
  }
}

/**
 * Waits for the end of a command. Returns the exit status as a shell reports it: 128 plus the signal's number after a
 * signal, 127 or 126 if the command could not be started.
 */
function waitForStatus(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      const reason = isMissing ? 'there is no such command' : error.message
      printProblem(`${program} cannot be run: ${reason}.`)
      resolve(isMissing ? 127 : 126)
    })
    // The event `close` comes after all output of the command.
    const ended = child.stdout === null ? 'exit' : 'close'
    child.once(ended, (code: number | null, signal: NodeJS.Signals | null) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}
