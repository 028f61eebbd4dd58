import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createGracefulClose } from './closing.ts'

/** A grace time that is longer than any test, in milliseconds. */
const longMs = 3_600_000

async function startServer() {
  const server = createServer()
  const responder = once(server, 'request').then(
    ([, response]) =>
      () =>
        response.end('late'),
  )
  const close = createGracefulClose(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = Object(server.address())
  const openSocket = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(server, 'connection')
    return socket
  }
  return { close, openSocket, responder }
}

it('closing the server does not wait for a connection on which no request was sent', async () => {
  const { close, openSocket } = await startServer()
  const ends = [await openSocket(), await openSocket()].map((socket) => once(socket.resume(), 'close'))
  await close(longMs)
  await Promise.all(ends)
})

it('closing the server waits for the response to a request in progress', async () => {
  const { close, openSocket, responder } = await startServer()
  await openSocket()
  const socket = await openSocket()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const sendResponse = await responder
  const closed = close(longMs)
  sendResponse()
  let heard = ''
  for await (const chunk of socket) heard += chunk
  await closed
  expect(heard).toContain('late')
})

it('closing the server cuts off an incomplete request after the grace time', async () => {
  const { close, openSocket } = await startServer()
  const socket = await openSocket()
  socket.write('GET / HTTP')
  await close(1)
})
