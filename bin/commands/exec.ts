import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import spawn from 'cross-spawn'
import type { DrydockServer } from '../../src/server/drydock-server.ts'
import type { Command, CommandInput } from '../parsing/command.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { complain } from '../printing/output.ts'
import { controlTokenSetting, noControlSetting, readServerOptions, serverOptions } from '../server-options.ts'
import { start } from '../starting.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export const exec: Command = {
  options: serverOptions,
  examples: [
    { line: 'drydock exec -- npm test', does: 'The tests find the simulator in DRYDOCK_URL' },
    {
      line: 'drydock exec -- drydock conformance',
      does: 'Start a simulator and run the conformance suite against it',
    },
    {
      line: 'drydock exec --seed 7 --clock frozen -- pytest',
      does: 'The same ids, numbers and times in every run',
    },
  ],
  run: async (given) => {
    const [program, ...parameters] = given.rest
    if (program === undefined) throw new UsageError('Name the command to run after --.')
    let child: ChildProcess | undefined
    let signalled: NodeJS.Signals | undefined
    for (const name of signals) {
      process.on(name, () => {
        signalled ??= name
        // At a terminal, Ctrl-C also goes to the command directly; a second signal would interrupt its clean-up.
        if (name !== 'SIGINT' || !process.stdin.isTTY) child?.kill(name)
      })
    }
    const server = await start({
      ...readServerOptions(given),
      port: 0,
      onNotice: (notice) => complain(...notice.split('\n')),
    })
    try {
      if (signalled !== undefined) return 128 + constants.signals[signalled]
      child = spawn(program, parameters, {
        stdio: 'inherit',
        env: { ...process.env, ...environmentOf(server, given) },
      })
      return await statusOf(child, program)
    } finally {
      await server.close()
    }
  },
}

/** Lets clients in the command find the simulator, including those of this command line. */
function environmentOf({ url, credentials }: DrydockServer, given: CommandInput): NodeJS.ProcessEnv {
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
function statusOf(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT'
      const reason = isMissing ? 'there is no such command' : error.message
      complain(`${program} cannot be run: ${reason}.`)
      resolve(isMissing ? 127 : 126)
    })
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}
