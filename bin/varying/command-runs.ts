import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import spawn from 'cross-spawn'
import type { DrydockServer, DrydockServerOptions } from '../../src/server/drydock-server.ts'
import type { CommandInput } from '../parsing/command.ts'
import { complain } from '../printing/output.ts'
import { controlTokenSetting, noControlSetting } from '../server-options.ts'
import { startSimulator } from '../starting.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The end of one run of a command. */
export interface CommandRun {
  readonly status: number
  /** The last lines of its output, if that was kept. */
  readonly lastLines: readonly string[]
  /** How often each variation has changed something. */
  readonly applied: ReturnType<DrydockServer['applied']>
}

/** Called with the simulator and the command's status; returns the status of the run. */
export type FinishRun = (server: DrydockServer, status: number) => Promise<number>

/** Runs a command, each time with a simulator of its own, and passes signals on to it. */
export class CommandRuns {
  readonly #given: CommandInput
  readonly #words: readonly string[]
  #child: ChildProcess | undefined
  #signalled: NodeJS.Signals | undefined

  constructor(given: CommandInput, words: readonly string[]) {
    this.#given = given
    this.#words = words
    for (const name of signals) {
      process.on(name, () => {
        this.#signalled ??= name
        // At a terminal, Ctrl-C also goes to the command directly; a second signal would interrupt its clean-up.
        if (name !== 'SIGINT' || !process.stdin.isTTY) this.#child?.kill(name)
      })
    }
  }

  /** The status that a shell reports for the signal that arrived; undefined if there was none. */
  get signalStatus(): number | undefined {
    return this.#signalled === undefined ? undefined : 128 + constants.signals[this.#signalled]
  }

  /**
   * Runs the command once. Its output is kept instead of shown if `isQuiet`. `finish` is called before the simulator
   * stops, and returns the status.
   */
  async run(
    options: DrydockServerOptions,
    { isQuiet = false, finish }: { readonly isQuiet?: boolean; readonly finish?: FinishRun | undefined } = {},
  ): Promise<CommandRun> {
    const onNotice = (notice: string): void => complain(...notice.split('\n'))
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
      const ended = await awaitStatus(child, program)
      const status = finish === undefined ? ended : await finish(server, ended)
      return { status, lastLines: lastLines(), applied: server.applied() }
    } finally {
      await server.close()
    }
  }
}

const keptBytes = 16 * 1024
const keptLines = 15

/** Keeps the end of a command's output. */
function keepLastLines({ stdout, stderr }: ChildProcess): () => readonly string[] {
  let end = ''
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      end = (end + text).slice(-keptBytes)
    })
  }
  return () => end.trimEnd().split(/\r?\n/).slice(-keptLines)
}

/** Lets clients in the command find the simulator, including those of this command line. */
function buildEnvironment({ url, credentials }: DrydockServer, given: CommandInput): NodeJS.ProcessEnv {
  const { keys, signingSecret } = credentials()
  const token = given.of(controlTokenSetting)
  return {
    ...(token !== undefined && { DRYDOCK_CONTROL_TOKEN: token }),
    DRYDOCK_URL: url,
    // Unset without a control protocol, so that an outer simulator is not used by mistake.
    DRYDOCK_CONTROL_URL: given.of(noControlSetting) ? undefined : `${url}/_drydock`,
    DRYDOCK_TEST_KEY: keys.test ?? undefined,
    DRYDOCK_LIVE_KEY: keys.live ?? undefined,
    DRYDOCK_WEBHOOK_SECRET: signingSecret,
  }
}

/**
 * Returns the status as a shell reports it: 128 plus the signal's number after a signal, 127 or 126 if the
 * command could not be started.
 */
function awaitStatus(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      const reason = isMissing ? 'there is no such command' : error.message
      complain(`${program} cannot be run: ${reason}.`)
      resolve(isMissing ? 127 : 126)
    })
    // After `close`, all of the output has come too.
    const ended = child.stdout === null ? 'exit' : 'close'
    child.once(ended, (code: number | null, signal: NodeJS.Signals | null) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}
