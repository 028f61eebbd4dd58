import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createCloser } from './closing.ts'

/** Far longer than a test may take. */
const longMs = 3_600_000

async function serve() {
  const server = createServer()
  const asked = once(server, 'request').then(
    ([, response]) =>
      () =>
        response.end('late'),
  )
  const close = createCloser(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = Object(server.address())
  const openSocket = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(server, 'connection')
    return socket
  }
  return { close, openSocket, asked }
}

it('a connection without a request does not delay closing', async () => {
  const { close, openSocket } = await serve()
  const ends = [await openSocket(), await openSocket()].map((socket) => once(socket.resume(), 'close'))
  await close(longMs)
  await Promise.all(ends)
})

it('an active request gets its response while the server closes, beside an idle connection', async () => {
  const { close, openSocket, asked } = await serve()
  await openSocket()
  const socket = await openSocket()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const answer = await asked
  const closed = close(longMs)
  answer()
  let heard = ''
  for await (const chunk of socket) heard += chunk
  await closed
  expect(heard).toContain('late')
})

it('an incomplete request is cut after the grace time', async () => {
  const { close, openSocket } = await serve()
  const socket = await openSocket()
  socket.write('GET / HTTP')
  await close(1)
})
