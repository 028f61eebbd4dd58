import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { ApiError, type SimulatorErrorCode } from '../simulator/specification/errors.ts'
import type { App } from './app.ts'
import { type Close, createGracefulClose } from './closing.ts'
import { type Capacity, createCapacityError, maxOpen } from './http/capacity.ts'
import { PipelinedRequests } from './http/pipelined-requests.ts'
import { type HeaderList, toHeaderPairs } from './http/prepared-response.ts'
import { createAllowHeader, createMethodRefusal, createUnroutedRefusal } from './http/refusal.ts'
import { dropStalledClients } from './http/stalled-clients.ts'
import { readPath, readRequestHead, type UnreadableRequest } from './http/unread-request.ts'
import { beginRequestWork, endRequestWork } from './loop-watch.ts'
import type { RequestHead, ServerContext, ServiceHttp } from './service/exchange.ts'
import { isServicePath } from './service/service-paths.ts'
import type { OtherHandlers } from './unversioned-app.ts'

/** The time that a client has to send the headers of a request (real time). */
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
const connectionsCheckingIntervalMs = 1_000

export interface Listening {
  readonly port: number
  readonly close: Close
}

/** The methods that the routes of the server use. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Starts the HTTP server. Rejects with Node's error if the address is not available. */
export function listen(
  serverContext: ServerContext,
  app: App,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const pipelined = new PipelinedRequests(serverContext.capacity)
  const surplus = new WeakSet<Socket>()
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: connectionsCheckingIntervalMs,
      keepAliveTimeout: 60_000,
      // The host guard checks the Host header instead of Node, so that a refusal has the documented error format.
      requireHostHeader: false,
    },
    createRequestListener(serverContext, app, { pipelined, surplus }),
  )
  server.on('clientError', (error: UnreadableRequest, socket: Socket) => {
    const code = toSimulatorErrorCode(error.code)
    if (pipelined.endUnfinishedBody(socket, new ApiError(code))) return
    pipelined.callAfterResponses(socket, () => {
      if (socket.writable && !socket.destroyed) {
        const asked = readRequestHead(error, socket)
        const isOfService = asked !== undefined && isServicePath(asked.req.path)
        const refusal =
          error.code === 'HPE_INVALID_METHOD' && isOfService
            ? renderRefusal(serverContext, { asked, ...createMethodRefusal(serverContext, asked.req.path) })
            : renderRefusal(serverContext, { asked, error: new ApiError(code) })
        // The client of a HEAD request would read a body as the next response, so its response has none.
        socket.end(isHeadRequest(error, asked) ? refusal.head : refusal.head + refusal.body)
      } else socket.destroy()
    })
  })
  // Node's own responses to an unknown Expect header and to CONNECT would have no request id and not the documented
  // error format.
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    pipelined.handleInOrder(incoming, outgoing, () =>
      refuseAndClose(serverContext, { incoming, outgoing }, new ApiError('REQUEST.EXPECTATION.UNKNOWN')),
    )
  })
  server.on('connect', (_, socket: Socket) => {
    const error = new ApiError('REQUEST.METHOD.NOT_ALLOWED')
    const { head, body } = renderRefusal(serverContext, { error, headers: createAllowHeader(methods) })
    socket.end(head + body)
  })
  markSurplusConnections(server, serverContext.capacity, surplus)
  dropStalledClients(server)
  const close = createGracefulClose(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve({ port: readPort(server.address(), port), close })
    })
  })
}

/**
 * Marks the connections above the maximum, so that the server refuses the first request of each. Above twice the
 * maximum, Node closes connections without a response.
 */
function markSurplusConnections(server: Server, capacity: Capacity, surplus: WeakSet<Socket>): void {
  server.maxConnections = 2 * maxOpen.connections
  server.on('connection', (socket) => {
    if (capacity.takePlace('connections')) socket.once('close', () => capacity.freePlaces('connections'))
    else surplus.add(socket)
  })
}

/** Responds to a request that reaches no handler, and closes the connection. */
function refuseAndClose(
  serverContext: ServerContext,
  { incoming, outgoing }: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse },
  error: ApiError,
): void {
  const { method = '', url = '' } = incoming
  const asked = { req: { method, path: readPath(url) }, env: { incoming } }
  const { status, headers, body } = createUnroutedRefusal(serverContext, error, { asked, isCounted: true })
  const length = String(Buffer.byteLength(body ?? ''))
  outgoing.writeHead(status, [...headers, 'Content-Length', length, 'Connection', 'close']).end(body)
}

/** Matches a request URL that is only a plain path of the service. Such a URL needs no parsing. */
const plainServicePath = /^\/v1\/[a-z\d_/-]*$/

/** The server disconnects a client that still sends its body this long after the response (real time). */
const unreadBodyMs = 500

/**
 * Returns the listener that passes requests to the app. Requests to plain paths of the service bypass Hono and its
 * adaptor. The adaptor builds a URL from the Host header and fails for an invalid one, so the listener sets Host to
 * `localhost`. The host guard reads the original Host from the raw headers.
 */
function createRequestListener(
  serverContext: ServerContext,
  { serve, loadOthers }: App,
  { pipelined, surplus }: { readonly pipelined: PipelinedRequests; readonly surplus: WeakSet<Socket> },
) {
  const serveDirectly = async (http: ServiceHttp): Promise<void> => {
    const { incoming, outgoing } = http.env
    beginRequestWork(incoming)
    try {
      await serve(http)
    } catch (error) {
      serverContext.reportDefect(error, `${http.req.method} ${http.req.path}`)
      outgoing.destroy()
    }
    endRequestOrDisconnect(incoming)
  }
  const passToHandler = ({ toAny, toServer }: OtherHandlers, { incoming, outgoing }: HttpBindings): void => {
    incoming.headers.host = 'localhost'
    if (incoming.url !== '*' || incoming.method !== 'OPTIONS') {
      beginRequestWork(incoming)
      void toAny(incoming, outgoing).then(() => endRequestOrDisconnect(incoming))
      return
    }
    // Hono's adaptor throws for the target `*`, which is no path.
    incoming.url = '/*'
    void toServer(incoming, outgoing)
  }
  let loading: Promise<OtherHandlers> | undefined
  let others: OtherHandlers | undefined
  const loadHandlersAndPass = async (env: HttpBindings): Promise<void> => {
    try {
      loading ??= loadOthers()
      others = await loading
    } catch (error) {
      // After a failure, the next request tries to load the handlers again.
      loading = undefined
      serverContext.reportDefect(error, `${env.incoming.method} ${env.incoming.url}`)
      env.outgoing.destroy()
      return
    }
    passToHandler(others, env)
  }
  const passRequestOn = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { url: path = '', method = '' } = incoming
    const env = { incoming, outgoing }
    if (plainServicePath.test(path)) void serveDirectly({ req: { method, path }, env })
    else if (others === undefined) void loadHandlersAndPass(env)
    else passToHandler(others, env)
  }
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const refuse = (): void =>
      refuseAndClose(serverContext, { incoming, outgoing }, createCapacityError('connections'))
    pipelined.handleInOrder(incoming, outgoing, surplus.has(incoming.socket) ? refuse : passRequestOn)
  }
}

/**
 * Ends a request that has its response. If the client is still sending the body, disconnects it after `unreadBodyMs`;
 * Node would read the body without a time limit.
 */
function endRequestOrDisconnect(incoming: IncomingMessage): void {
  endRequestWork(incoming)
  if (incoming.complete) return
  const giveUp = setTimeout(() => incoming.socket.destroySoon(), unreadBodyMs)
  giveUp.unref()
  incoming.once('close', () => clearTimeout(giveUp))
}

function readPort(address: string | AddressInfo | null, fallback: number): number {
  return typeof address === 'object' && address !== null ? address.port : fallback
}

function toSimulatorErrorCode(code: string | undefined): SimulatorErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST.TIMEOUT.EXCEEDED'
  return code === 'HPE_HEADER_OVERFLOW' ? 'REQUEST.HEADERS.TOO_LARGE' : 'REQUEST.SYNTAX.INVALID'
}

function isHeadRequest({ rawPacket }: UnreadableRequest, asked: RequestHead | undefined): boolean {
  if (asked !== undefined) return asked.req.method === 'HEAD'
  return rawPacket?.toString('latin1', 0, 'HEAD '.length) === 'HEAD '
}

function renderRefusal(
  serverContext: ServerContext,
  refused: {
    readonly asked?: RequestHead | undefined
    readonly error: ApiError
    /** Further response headers, besides those of every response. */
    readonly headers?: HeaderList
  },
): { readonly head: string; readonly body: string } {
  const { status, headers, body } = createUnroutedRefusal(serverContext, refused.error, refused)
  const text = String(body)
  const length = String(Buffer.byteLength(text))
  const lines = toHeaderPairs([
    ...headers,
    ...(refused.headers ?? []),
    'Content-Length',
    length,
    'Connection',
    'close',
  ]).map(([name, value]) => `${name}: ${value}`)
  const head = `HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n`
  return { head, body: text }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
