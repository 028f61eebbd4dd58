import { type Connection, connectDrydock } from '../client/http/connection.ts'
import type { DrydockOptions } from '../options.ts'
import { OptionsError } from '../options-error.ts'

/** Which simulator the tests use: one that is already running, or a new one. */
export interface SimulatorSetting {
  /** The URL of a running simulator. */
  readonly url?: string | undefined
  /** The options of a simulator that is started in this process, even if `DRYDOCK_URL` is set. */
  readonly simulator?: DrydockOptions | undefined
}

/** A simulator for tests, and the function that releases it. */
export interface OpenSimulator {
  readonly dock: Connection
  /** Stops the simulator if `openSimulator` started it. */
  close(): Promise<void>
}

/**
 * Connects to the simulator at `url` or at `DRYDOCK_URL`, which `drydock exec` sets. If neither is set, or if options
 * for a simulator are given, starts a simulator in this process. Rejects like `connectDrydock` and `startDrydock`.
 */
export async function openSimulator({ url, simulator }: SimulatorSetting): Promise<OpenSimulator> {
  if (url !== undefined && simulator !== undefined)
    throw new OptionsError(
      `url and simulator cannot be given together: the simulator at ${url} already runs with its own options.`,
    )
  const running = url ?? (simulator === undefined ? process.env['DRYDOCK_URL'] : undefined)
  if (running !== undefined && running !== '') {
    const dock = await connectDrydock(running, { controlToken: process.env['DRYDOCK_CONTROL_TOKEN'] })
    return { dock, close: async () => undefined }
  }
  // The server is loaded only here, because tests with a running simulator do not need it.
  const { startDrydock } = await import('../index.ts')
  const dock = await startDrydock(simulator)
  return { dock, close: dock.close }
}
