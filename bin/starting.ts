import type { DrydockServer, DrydockServerOptions } from '../src/server/drydock-server.ts'
import { SetupError } from './setup-error.ts'

/** Starts a simulator for a command. Throws a SetupError with advice if it cannot start. */
export async function startSimulator(options: DrydockServerOptions): Promise<DrydockServer> {
  // The server is loaded only here, because help and usage errors do not need it.
  const { startDrydockServer } = await import('../src/server/drydock-server.ts')
  try {
    return await startDrydockServer(options)
  } catch (error) {
    throw new SetupError(explainStartFailure(error, options))
  }
}

function explainStartFailure(error: unknown, { port, host, scenario }: DrydockServerOptions): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop the program that listens there, or choose another port with --port (0 for any free one).`
  }
  if (code === 'EACCES' && port !== undefined && port < 1024) {
    return `Port ${port} may not be used by this user. Choose one from 1024 up with --port.`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `--host ${host} is no address of this machine.`
  if (code === 'ENOENT' && scenario !== undefined) {
    return `--scenario ${scenario} is neither a built-in scenario nor a file; see drydock scenario list.`
  }
  return error.message
}
