import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { nextRequestId } from '../simulator/accounts/context.ts'
import { ApiError, type SimulatorErrorCode } from '../simulator/specification/errors.ts'
import { type Answer, errorAnswer, type HeaderList, standardHeaders } from './answer.ts'
import { type Close, closerOf } from './closing.ts'
import { asRefusal } from './defects.ts'
import type { ServerContext } from './exchange.ts'
import { allowHeader } from './refusal.ts'
import { dropStalledClients } from './stalled-clients.ts'

/** A slow client has this long for its headers and for its whole request (real time). */
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
const connectionsCheckingIntervalMs = 1_000

export interface Listening {
  readonly port: number
  readonly close: Close
}

/** The methods of all routes together. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

type Fetch = Parameters<typeof getRequestListener>[0]

/** The handlers for requests to a path, and for requests to the server as a whole. */
export interface Answering {
  readonly fetch: Fetch
  readonly serverWide: Fetch
}

/** Opens the socket. Rejects with Node's error if the address is not available. */
export function listen(
  serverContext: ServerContext,
  answering: Answering,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const latest = new LatestRequests()
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: connectionsCheckingIntervalMs,
      keepAliveTimeout: 60_000,
      // The guard checks the Host header, and responds with the envelope.
      requireHostHeader: false,
    },
    requestListener(serverContext, answering, latest),
  )
  server.on('clientError', (error: UnreadableRequest, socket: Socket) => {
    latest.answered(socket, () => {
      if (socket.writable && !socket.destroyed) {
        const refusal = rawRefusal(serverContext, codeFor(error.code))
        socket.end(asksForHead(error) ? refusal.head : refusal.head + refusal.body)
      } else socket.destroy()
    })
  })
  // Node would respond to these two on its own, without envelope and request id.
  server.on('checkExpectation', (_, outgoing: ServerResponse) => {
    const { status, headers, body } = refusalOf(serverContext, new ApiError('REQUEST.EXPECTATION.UNKNOWN'))
    const length = String(Buffer.byteLength(body ?? ''))
    outgoing.writeHead(status, [...headers, 'Content-Length', length, 'Connection', 'close']).end(body)
  })
  server.on('connect', (_, socket: Socket) => {
    const { head, body } = rawRefusal(serverContext, 'REQUEST.METHOD.NOT_ALLOWED', allowHeader(methods))
    socket.end(head + body)
  })
  dropStalledClients(server)
  const close = closerOf(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve({ port: portOf(server.address(), port), close })
    })
  })
}

/**
 * Passes requests to the app. The adaptor builds a URL from Host and would refuse an odd one, so Host is replaced
 * by a plain one: the guard decides about hosts, from the raw headers.
 */
function requestListener(
  serverContext: ServerContext,
  { fetch, serverWide }: Answering,
  latest: LatestRequests,
) {
  // A request target that is no path, or an unexpected error before the app's handler.
  const errorHandler = (error: unknown): Response => {
    const refusal = error instanceof RequestError ? new ApiError('REQUEST.SYNTAX.INVALID') : error
    const { status, headers, body } = refusalOf(serverContext, refusal)
    return new Response(String(body), { status, headers: pairsOf(headers) })
  }
  const answer = getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler })
  const answerServerWide = getRequestListener(serverWide, { overrideGlobalObjects: false, errorHandler })
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    incoming.headers.host = 'localhost'
    if (incoming.url !== '*' || incoming.method !== 'OPTIONS') return void answer(incoming, outgoing)
    // The adaptor needs a path.
    incoming.url = '/*'
    void answerServerWide(incoming, outgoing)
  }
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    latest.add(incoming, outgoing)
    inTurn(incoming, outgoing, handle)
  }
}

/** The latest request of each connection. */
class LatestRequests {
  readonly #latest = new WeakMap<Socket, readonly [IncomingMessage, ServerResponse]>()

  add(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#latest.set(incoming.socket, [incoming, outgoing])
  }

  /**
   * Calls back once every request that came whole is answered, at once where there is none: what cannot be read may have
   * been sent ahead, and its refusal would be taken for the answer to the one before.
   */
  answered(socket: Socket, then: () => void): void {
    const [incoming, outgoing] = this.#latest.get(socket) ?? []
    if (incoming?.complete === true && outgoing?.closed === false) outgoing.once('close', then)
    else then()
  }
}

/**
 * Pipelined requests on one connection are carried out in order, each after the response to the one before (RFC
 * 9112, 9.3.2). Node assigns the socket to a response when its turn comes.
 */
function inTurn(incoming: IncomingMessage, outgoing: ServerResponse, handle: RequestListener): void {
  if (outgoing.socket !== null) handle(incoming, outgoing)
  else outgoing.once('socket', () => handle(incoming, outgoing))
}

function portOf(address: string | AddressInfo | null, fallback: number): number {
  return typeof address === 'object' && address !== null ? address.port : fallback
}

function codeFor(code: string | undefined): SimulatorErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST.TIMEOUT.EXCEEDED'
  return code === 'HPE_HEADER_OVERFLOW' ? 'REQUEST.HEADERS.TOO_LARGE' : 'REQUEST.SYNTAX.INVALID'
}

/** The error envelope also for bytes that never became a request. */
function refusalOf(serverContext: ServerContext, error: unknown): Answer {
  const context = serverContext.simulator.defaultAccount
  const requestId = nextRequestId(context, 'other')
  return errorAnswer(context, asRefusal(error, requestId, serverContext.reportDefect), {
    requestId,
    headers: standardHeaders(context, requestId, null),
  })
}

/** Node's error for bytes that are not a request. */
interface UnreadableRequest extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
}

/** A client that sent HEAD would read a body as the next response, even if the rest of the request is unreadable. */
function asksForHead({ rawPacket }: UnreadableRequest): boolean {
  return rawPacket?.toString('latin1', 0, 'HEAD '.length) === 'HEAD '
}

function rawRefusal(
  serverContext: ServerContext,
  code: SimulatorErrorCode,
  more: HeaderList = [],
): { readonly head: string; readonly body: string } {
  const { status, headers, body } = refusalOf(serverContext, new ApiError(code))
  const text = String(body)
  const length = String(Buffer.byteLength(text))
  const lines = pairsOf([...headers, ...more, 'Content-Length', length, 'Connection', 'close']).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const head = `HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n`
  return { head, body: text }
}

function pairsOf(headers: HeaderList): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? ''])
  return pairs
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
