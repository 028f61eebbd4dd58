import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { dropStalledClients, type StalledClientLimits } from './stalled-clients.ts'

const answer = Buffer.alloc(32 * 1024 * 1024, 'x')
const looseLimits: StalledClientLimits = { maxUnreadMs: 600_000, waitingBytes: 2 ** 40, everyMs: 5 }

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** Starts a server. Returns its port, and the ports of the clients that it has disconnected, in that order. */
async function startServer(limits: Partial<StalledClientLimits>, now?: () => number) {
  const server = createServer((request, response) => response.end(request.url === '/small' ? 'x' : answer))
  servers.push(server)
  const dropped: number[] = []
  const heard = new EventEmitter()
  server.on('connection', (socket) => {
    const { remotePort = 0 } = socket
    socket.once('close', () => {
      dropped.push(remotePort)
      heard.emit('dropped')
    })
  })
  dropStalledClients(server, { ...looseLimits, ...limits }, now)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: Number(Object(server.address()).port),
    dropped,
    waitForDisconnect: () => once(heard, 'dropped'),
  }
}

/** Sends a request and reads nothing of its response. */
async function sendWithoutReading(port: number, path = '/'): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return socket
}

async function readWhole(port: number): Promise<number> {
  const socket = await sendWithoutReading(port)
  let bytes = 0
  for await (const chunk of socket) {
    bytes += chunk.length
    if (bytes > answer.length) break
  }
  return bytes
}

describe('a client that does not read its response', () => {
  it('the server disconnects a client that never reads its response', async () => {
    const { port, dropped, waitForDisconnect } = await startServer({ maxUnreadMs: 50 })
    const { localPort } = await sendWithoutReading(port)
    await waitForDisconnect()
    expect(dropped).toEqual([localPort])
  })

  it('the server disconnects the client that has not read for longest if too much unread data is in memory', async () => {
    const { port, dropped, waitForDisconnect } = await startServer({ waitingBytes: 1.5 * answer.length })
    const { localPort } = await sendWithoutReading(port)
    await sendWithoutReading(port)
    await waitForDisconnect()
    expect(dropped).toEqual([localPort])
  })

  it('the server does not disconnect a client that reads its response slowly or has read all of it', async () => {
    let nowMs = 0
    let msEachLook = 0
    const clock = () => {
      nowMs += msEachLook
      return nowMs
    }
    const { port, dropped, waitForDisconnect } = await startServer({ maxUnreadMs: 1_000 }, clock)
    const small = await sendWithoutReading(port, '/small')
    const { localPort } = await sendWithoutReading(port)
    // The fake clock does not move while the client reads, so the client is not dropped even on a slow machine.
    expect(await readWhole(port)).toBeGreaterThan(answer.length)
    msEachLook = 400
    // The client that has read everything closes its connection itself; the client with a short response stays
    // connected.
    while (dropped.length < 2) await waitForDisconnect()
    expect(dropped).toContain(localPort)
    expect(dropped).not.toContain(small.localPort)
  })
})
