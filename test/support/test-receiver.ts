import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type Server, Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

/**
 * A webhook receiver for tests that responds with any bytes, well-formed or not, and counts requests and connections.
 */
export interface TestReceiver {
  readonly url: string
  readonly port: number
  /** Whole requests, head and body, in the order of arrival. */
  readonly requests: readonly string[]
  readonly connections: () => number
  readonly stop: () => Promise<void>
}

/** Counts the open connections of all receivers that share this gauge. */
export interface Gauge {
  open: number
  most: number
}

/** Starts a receiver. It calls `answer` with each whole request, and `greet`, if given, with each new connection. */
export async function startReceiver(options: {
  readonly answer?: (socket: Socket) => void
  readonly greet?: (socket: Socket) => void
  readonly tls?: TlsOptions
  readonly gauge?: Gauge
}): Promise<TestReceiver> {
  const requests: string[] = []
  const open = new Set<Socket>()
  const gauge = options.gauge ?? { open: 0, most: 0 }
  let connections = 0
  const accept = (socket: Socket) => {
    socket.on('error', () => socket.destroy())
    options.greet?.(socket)
    splitRequests(socket, (request) => {
      requests.push(request)
      options.answer?.(socket)
    })
  }
  const server: Server =
    options.tls === undefined ? createServer(accept) : createTlsServer(options.tls, accept)
  server.on('connection', (socket: Socket) => {
    connections += 1
    open.add(socket)
    gauge.open += 1
    gauge.most = Math.max(gauge.most, gauge.open)
    const countClosed = () => {
      if (open.delete(socket)) gauge.open -= 1
    }
    socket.on('end', countClosed)
    socket.on('close', countClosed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}/webhooks?from=dock`,
    port: address.port,
    requests,
    connections: () => connections,
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Counts the sockets that this process has opened and not yet closed. It counts on the sender's side, because a
 * receiver may notice a new connection before the end of an earlier one.
 */
export function countOpenSockets() {
  const open = new Set<Socket>()
  let most = 0
  const countOpenedSocket = (message: unknown): void => {
    const { socket }: { readonly socket?: unknown } = Object(message)
    if (!(socket instanceof Socket)) return
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    most = Math.max(most, open.size)
  }
  subscribe('net.client.socket', countOpenedSocket)
  return {
    most: () => most,
    stop: (): void => {
      unsubscribe('net.client.socket', countOpenedSocket)
    },
  }
}

/** Returns the text of a whole HTTP response with this status line and body. */
export function renderHttpResponse(status: string, body = ''): string {
  return `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** Writes the pieces that `next` returns, until the socket closes or there are no more pieces. */
export function writeEvery(socket: Socket, intervalMs: number, next: () => string | undefined): void {
  const timer = setInterval(() => {
    const text = next()
    if (text === undefined || socket.destroyed) clearInterval(timer)
    else socket.write(text)
  }, intervalMs)
  socket.on('close', () => clearInterval(timer))
}

/** Writes as many bytes as the other side accepts. */
export function writeEndlessly(socket: Socket): void {
  const chunk = Buffer.alloc(64 * 1024)
  const pour = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', pour)
  pour()
}

function splitRequests(socket: Socket, take: (request: string) => void): void {
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd === -1) return
      const bodyBytes = Number(/content-length: (\d+)/i.exec(received.toString('latin1'))?.[1] ?? 0)
      const end = headEnd + 4 + bodyBytes
      if (received.length < end) return
      const request = received.toString('utf8', 0, end)
      received = received.subarray(end)
      take(request)
    }
  })
}
