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

/** What is ever taken, at one path or another. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

type Fetch = Parameters<typeof getRequestListener>[0]

/** Who answers: requests for a path, and those for the server as a whole. */
export interface Answering {
  readonly fetch: Fetch
  readonly serverWide: Fetch
}

/** Opens the socket; rejects with Node's own error where the address cannot be had. */
export function listen(
  serverContext: ServerContext,
  answering: Answering,
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
    requestListener(serverContext, answering),
  )
  server.on('clientError', (error: UnreadableRequest, socket: Socket) => {
    if (socket.writable && !socket.destroyed) {
      const refusal = rawRefusal(serverContext, codeFor(error.code))
      socket.end(asksForHead(error) ? refusal.head : refusal.head + refusal.body)
    } else socket.destroy()
  })
  // Node would answer both by itself, without envelope and request id.
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
 * Hands requests to the app. The adaptor makes a URL of each and would turn a strange Host away itself: it is given a
 * plain one, as who may ask by which name is for the guard to say, from the headers as they came.
 */
function requestListener(serverContext: ServerContext, { fetch, serverWide }: Answering) {
  // A request target that is no path, or a defect before the app's own handler.
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
    // The adaptor makes a URL of a path alone.
    incoming.url = '/*'
    void answerServerWide(incoming, outgoing)
  }
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => inTurn(incoming, outgoing, handle)
}

/**
 * Requests that a client sends ahead on one connection are carried out in their order, each once the one before has its
 * answer (RFC 9112, 9.3.2). Node gives an answer its socket when its turn has come.
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

/** What never became a request is answered in the envelope all the same. */
function refusalOf(serverContext: ServerContext, error: unknown): Answer {
  const context = serverContext.simulator.defaultAccount
  const requestId = nextRequestId(context, 'other')
  return errorAnswer(context, asRefusal(error, requestId, serverContext.tellDefect), {
    requestId,
    headers: standardHeaders(context, requestId, null),
  })
}

/** What Node tells of bytes that are no request. */
interface UnreadableRequest extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
}

/** Who asks by HEAD takes a body for the next answer, also where the rest of the request cannot be read. */
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
