import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { maxBodyBytes, openSockets, type Sockets } from './sockets.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n'

/** Starts a server that calls `does` with each connection, after the first bytes of a request have arrived. */
async function openHostileServer(
  does: (socket: Socket) => void,
): Promise<{ origin: string; server: Server }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('data', () => does(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { origin: `http://127.0.0.1:${port}`, server }
}

function openTestSockets(origin: string, timeoutMs = 200): Sockets {
  const sockets = openSockets({ origin, timeoutMs, connections: 4 })
  open.push(sockets.close)
  return sockets
}

const createGetRequest = (origin: string) => ({ origin, path: '/', method: 'GET', headers: {}, body: null })

/** Writes a text again and again, as fast as the socket accepts it. */
function writeEndlessly(socket: Socket, text: string): void {
  while (!socket.destroyed && socket.write(text));
  socket.once('drain', () => writeEndlessly(socket, text))
}

/** Writes a text every few milliseconds. */
function writeSlowly(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 10)
  socket.once('close', () => clearInterval(timer))
}

describe('an exchange with a target', () => {
  it('an HTTP exchange with a target ends at its deadline, however slowly the target responds', async () => {
    const ways: readonly ((socket: Socket) => void)[] = [
      () => {},
      (socket) => writeSlowly(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        writeSlowly(socket, 'X-More: x\r\n')
      },
      (socket) => {
        socket.write(`${head}Content-Length: 5000\r\n\r\n`)
        writeSlowly(socket, '.')
      },
      (socket) => {
        socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
        writeSlowly(socket, '1\r\n.\r\n')
      },
    ]
    await Promise.all(
      ways.map(async (way) => {
        const { origin } = await openHostileServer(way)
        await expect(openTestSockets(origin).exchange(createGetRequest(origin))).rejects.toThrow(
          'no complete response within 200 ms',
        )
      }),
    )
  })

  it('an HTTP exchange with a target ends at its deadline even if no connection can be opened', async () => {
    const { origin } = await openHostileServer(() => {})
    const sockets = openSockets({ origin, timeoutMs: 200, connections: 1 })
    open.push(sockets.close)
    const [first, queued] = [
      sockets.exchange(createGetRequest(origin)),
      sockets.exchange(createGetRequest(origin)),
    ]
    await expect(first).rejects.toThrow('no complete response')
    await expect(queued).rejects.toThrow('no complete response')
  })

  it('an HTTP exchange with a target ends if the response body is longer than any body of the service', async () => {
    const { origin } = await openHostileServer((socket) => {
      socket.write(`${head}Content-Length: ${maxBodyBytes * 4}\r\n\r\n`)
      writeEndlessly(socket, 'x'.repeat(256 * 1024))
    })
    await expect(openTestSockets(origin, 20_000).exchange(createGetRequest(origin))).rejects.toThrow(
      `the response is longer than ${maxBodyBytes} bytes`,
    )
  })

  it('an HTTP exchange with a target ends if the response headers are longer than any headers of the service', async () => {
    const { origin } = await openHostileServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      writeEndlessly(socket, `X-More: ${'x'.repeat(4_000)}\r\n`)
    })
    await expect(openTestSockets(origin, 20_000).exchange(createGetRequest(origin))).rejects.toThrow(
      /overflow/i,
    )
  })

  it('an HTTP exchange with a target ignores 1xx responses and joins repeated headers', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nX-A: hint\r\n\r\n'.repeat(3)
    const { origin } = await openHostileServer((socket) => {
      socket.write(`${hints}${head}X-A: 1\r\nX-A: 2\r\nContent-Length: 4\r\n\r\nab`)
      setImmediate(() => socket.write('cd'))
    })
    const { status, headers, body } = await openTestSockets(origin, 20_000).exchange(createGetRequest(origin))
    expect([status, headers['x-a'], body.toString()]).toEqual([200, '1, 2', 'abcd'])
  })

  it('a conformance run closes an idle connection, whatever keep-alive time the target offers', async () => {
    const closed: Promise<unknown>[] = []
    const { origin } = await openHostileServer((socket) => {
      closed.push(once(socket, 'close'))
      socket.write(`${head}Keep-Alive: timeout=600\r\nContent-Length: 2\r\n\r\nab`)
    })
    await openTestSockets(origin, 20_000).exchange(createGetRequest(origin))
    expect(closed).toHaveLength(1)
    await Promise.all(closed)
  })

  it('an HTTP exchange with a target and its connection end when the run stops', async () => {
    const closed: Promise<unknown>[] = []
    const { origin } = await openHostileServer((socket) => {
      closed.push(once(socket, 'close'))
      sockets.stopAll(new DOMException('Enough.', 'AbortError'))
    })
    const sockets = openTestSockets(origin, 20_000)
    await expect(sockets.exchange(createGetRequest(origin))).rejects.toMatchObject({ name: 'AbortError' })
    expect(closed).toHaveLength(1)
    await Promise.all(closed)
  })

  it('an HTTP exchange with a target rejects if its request cannot be sent', async () => {
    const { origin } = await openHostileServer(() => {})
    const request = { ...createGetRequest(origin), headers: { 'X-Odd': 'a\r\nb' } }
    await expect(openTestSockets(origin).exchange(request)).rejects.toThrow('invalid')
  })
})
