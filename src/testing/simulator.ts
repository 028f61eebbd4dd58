import { type Connection, connectDrydock } from '../client/http/connection.ts'
import type { DrydockOptions } from '../options.ts'
import { OptionsError } from '../options-error.ts'

/** The simulator that the tests use. */
export interface SimulatorSetting {
  /** The URL of a running simulator. */
  readonly url?: string | undefined
  /** Starts a simulator in this process with these options, even if `DRYDOCK_URL` is set. */
  readonly simulator?: DrydockOptions | undefined
}

/** A simulator for tests. */
export interface OpenSimulator {
  readonly dock: Connection
  /** Stops the simulator if it was started here. */
  close(): Promise<void>
}

/**
 * Connects to the simulator at `url` or at `DRYDOCK_URL`, as `drydock exec` sets it. Without either, or with options,
 * starts one in this process. Rejects like `connectDrydock` and `startDrydock`.
 */
export async function openSimulator({ url, simulator }: SimulatorSetting): Promise<OpenSimulator> {
  if (url !== undefined && simulator !== undefined)
    throw new OptionsError(
      `url and simulator exclude each other: the simulator at ${url} has its options already.`,
    )
  const running = url ?? (simulator === undefined ? process.env['DRYDOCK_URL'] : undefined)
  if (running !== undefined && running !== '') {
    const dock = await connectDrydock(running, { controlToken: process.env['DRYDOCK_CONTROL_TOKEN'] })
    return { dock, close: async () => undefined }
  }
  // Loaded on use, because tests with a running simulator do without the server.
  const { startDrydock } = await import('../index.ts')
  const dock = await startDrydock(simulator)
  return { dock, close: dock.close }
}
