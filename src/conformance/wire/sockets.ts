import Pool from 'undici/lib/dispatcher/pool.js'
import { type Deadline, openDeadline } from './deadline.ts'
import { type RawAnswer, Receiving } from './receiving.ts'

/** A request as it goes on the wire. */
export interface WireRequest {
  readonly origin: string
  /** With its query, encoded. */
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
}

/** Sends requests, most of them to one origin, and takes their answers in whole. */
export interface Sockets {
  /** Rejects where no whole answer came in time, with `stopped` where it was stopped. */
  exchange(request: WireRequest, deadline?: Deadline): Promise<RawAnswer>
  /** Cuts off what is under way, but for exchanges that have a deadline of their own. */
  stopAll(reason: Error): void
  close(): Promise<void>
}

/** A batch of 5,000 items with all they hold is well below this. */
export const maxBodyBytes = 16 * 1024 * 1024

/**
 * A connection that nobody used for so long is closed here. Servers close theirs after some seconds, and what is sent at that
 * moment is lost; what a target says of it is not relied on, since gateways hand on what the server behind them says of itself.
 */
const idleMs = 2_000

/** `timeoutMs` bounds all of an exchange; the timers of undici bound only its parts, so they are off. */
export function openSockets(options: {
  readonly origin: string
  readonly timeoutMs: number
  readonly connections: number
}): Sockets {
  const { origin, timeoutMs, connections } = options
  const settings = {
    connections,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    maxHeaderSize: 64 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
  }
  const home = new Pool(origin, settings)
  /** Where links lead to, if that is somewhere else. */
  const others = new Map<string, Pool>()
  const poolOf = (request: WireRequest): Pool => {
    if (request.origin === origin) return home
    const pool = others.get(request.origin) ?? new Pool(request.origin, settings)
    others.set(request.origin, pool)
    return pool
  }
  const usual = openDeadline(timeoutMs)
  return {
    exchange: (request, deadline = usual) =>
      new Promise((resolve, reject) => {
        const receiving = new Receiving({
          maxBodyBytes,
          onAnswer: (answer) => {
            deadline.end(receiving)
            resolve(answer)
          },
          onFailure: (error) => {
            deadline.end(receiving)
            reject(error)
          },
        })
        deadline.begin(receiving)
        poolOf(request).dispatch(request, receiving)
      }),
    stopAll: usual.stopAll,
    close: async () => {
      usual.close()
      await Promise.all([home, ...others.values()].map((pool) => pool.destroy()))
    },
  }
}

/** Whether nobody takes connections there. */
export function isRefusedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}
