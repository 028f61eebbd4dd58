import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { nextRequestId } from '../simulator/context.ts'
import { ApiError, type OwnErrorCode } from '../simulator/errors.ts'
import { errorAnswer, standardHeaders } from './answer.ts'
import type { Surface } from './exchange.ts'

/** A slow client has this long for its headers and for its whole request (real time). */
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
const connectionsCheckingIntervalMs = 1_000

export interface Listening {
  readonly server: Server
  readonly host: string
  readonly port: number
}

/** Opens the socket; rejects with Node's own error where the address cannot be had. */
export function listen(
  surface: Surface,
  fetch: Parameters<typeof getRequestListener>[0],
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: connectionsCheckingIntervalMs,
      keepAliveTimeout: 60_000,
      // A Host header is judged by the guard, which answers in the envelope.
      requireHostHeader: false,
    },
    getRequestListener(fetch, { overrideGlobalObjects: false }),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && !socket.destroyed) socket.end(rawRefusal(surface, codeFor(error.code)))
    else socket.destroy()
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve({ server, host, port: portOf(server.address(), port) })
    })
  })
}

/** Stops taking requests, lets those under way end, and cuts what has not ended after a while (real time). */
export function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function portOf(address: string | AddressInfo | null, fallback: number): number {
  return typeof address === 'object' && address !== null ? address.port : fallback
}

function codeFor(code: string | undefined): OwnErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST.TIMEOUT.EXCEEDED'
  return code === 'HPE_HEADER_OVERFLOW' ? 'REQUEST.HEADERS.TOO_LARGE' : 'REQUEST.SYNTAX.INVALID'
}

/** What never became a request is answered in the envelope all the same. */
function rawRefusal(surface: Surface, code: OwnErrorCode): string {
  const context = surface.simulator.defaultAccount
  const requestId = nextRequestId(context)
  const { status, headers, body } = errorAnswer(context, new ApiError(code), {
    requestId,
    headers: standardHeaders(requestId, null),
  })
  const text = String(body)
  const lines = Object.entries({
    ...headers,
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n${text}`
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
