import type { Readable } from 'node:stream'
import Pool from 'undici/lib/dispatcher/pool.js'
import { AnswerReceiver, type RawAnswer } from '../answer-receiver.ts'
import { type Deadline, openDeadline } from './deadline.ts'

/** An HTTP request as it is sent over the connection. */
export interface WireRequest {
  readonly origin: string
  /** The path with its query, percent-encoded. */
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | Readable | null
  /** The longest response body that is read, in bytes; `maxBodyBytes` if left out. */
  readonly maxBytes?: number
  /** If set, the body is read only for this time, in milliseconds. If left out, the whole body is needed. */
  readonly bodyWaitMs?: number
  /** If true, the connection is closed after the response. */
  readonly reset?: boolean
}

/** Sends HTTP requests to a target, and to other origins that links in responses lead to, and receives whole responses. */
export interface Sockets {
  /** Sends a request and resolves with the response. Rejects if no whole response came in time, or if `stopAll` stopped the exchange. */
  exchange(request: WireRequest, deadline?: Deadline): Promise<RawAnswer>
  /** Stops all exchanges in progress, except those for which a separate deadline was given. */
  stopAll(reason: Error): void
  close(): Promise<void>
}

/**
 * The longest body that is read for a label file, a batch or a call of the control protocol, in bytes. A batch of
 * 5,000 items is well below it.
 */
export const maxBodyBytes = 16 * 1024 * 1024
/** The longest response body that is read for an operation without batches, such as rates, a label or the delivery log, in bytes. */
export const maxSmallBodyBytes = 1024 * 1024

/**
 * How long a connection may be idle before the harness closes it. Servers close idle connections after some seconds,
 * and a request that is sent at that moment is lost. The header `Keep-Alive` is ignored, since a gateway may send the
 * time of the server behind it.
 */
const idleMs = 2_000

/** Creates the sockets to a target. `timeoutMs` limits a whole exchange. The timers of undici limit only parts of it, so they are off. */
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
  /** Connection pools for other origins, which links in responses lead to. */
  const others = new Map<string, Pool>()
  const poolFor = (request: WireRequest): Pool => {
    if (request.origin === origin) return home
    const pool = others.get(request.origin) ?? new Pool(request.origin, settings)
    others.set(request.origin, pool)
    return pool
  }
  const usual = openDeadline(timeoutMs)
  return {
    exchange: (request, deadline = usual) =>
      new Promise((resolve, reject) => {
        const receiver = new AnswerReceiver({
          maxBodyBytes: request.maxBytes ?? maxBodyBytes,
          bodyWaitMs: request.bodyWaitMs,
          onAnswer: (answer) => {
            deadline.stopTimer(receiver)
            resolve(answer)
          },
          onFailure: (error) => {
            deadline.stopTimer(receiver)
            reject(error)
          },
        })
        deadline.startTimer(receiver)
        poolFor(request).dispatch(request, receiver)
      }),
    stopAll: usual.stopAll,
    close: async () => {
      usual.close()
      await Promise.all([home, ...others.values()].map((pool) => pool.destroy()))
    },
  }
}

/** The error codes of Node for a certificate from an issuer that Node does not trust. */
const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Describes why no response came. If Node does not trust the certificate, the text says what to do. */
export function describeMissingResponse(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!('code' in error) || !untrusted.has(String(error.code))) return error.message
  return `Node does not trust the certificate of the server (${error.message}). Set NODE_EXTRA_CA_CERTS to the file of the authority that issued it: NODE_EXTRA_CA_CERTS=ca.pem`
}

/** Returns true if an error says that the target refused the connection. */
export function isRefusedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}
