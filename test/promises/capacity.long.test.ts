import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maxOpen } from '../../src/server/http/capacity.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { sendRaw } from '../support/raw-request.ts'

let simulator: ServingCommand
beforeAll(async () => {
  simulator = await serveDrydock(['--quiet'])
})
afterAll(() => simulator.stop())

async function openConnection(): Promise<Socket> {
  const { hostname, port } = new URL(simulator.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Opens connections in groups of 100, because the operating system queues at most 511 and delays others by seconds. */
async function openConnections(count: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count)
    sockets.push(
      ...(await Promise.all(Array.from({ length: Math.min(100, count - sockets.length) }, openConnection))),
    )
  return sockets
}

/** Resolves when a connection ends in any way. `once` of node:events would reject if an error comes first. */
const waitForClose = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

async function closeConnections(sockets: readonly Socket[]): Promise<void> {
  const closed = sockets.map((socket) => (socket.closed ? undefined : waitForClose(socket)))
  for (const socket of sockets) socket.destroy()
  await Promise.all(closed)
}

const buildGetRequest = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: ${new URL(simulator.url).host}\r\n${more}\r\n`
const last = 'Connection: close\r\n'
const streamPath = '/_drydock/accounts/default/stream'

/** Repeats a request until the server has noticed the closed connections. */
async function readStatusOnceFree(): Promise<number> {
  for (;;) {
    const { status } = await sendRaw(simulator.url, buildGetRequest('/v1/wallet', last))
    if (status !== 503) return status
  }
}

it('the simulator responds with 503 on a connection over the maximum number until other connections have closed', async () => {
  const sockets = await openConnections(maxOpen.connections)
  const refused = await sendRaw(simulator.url, buildGetRequest('/v1/wallet'))
  await closeConnections(sockets)
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('REQUEST.CAPACITY.EXCEEDED')])
  expect(refused.text).toMatch(/^Connection: close\r$/m)
  expect(simulator.complaints()).toContain('The maximum of 2000 connections is reached; refused so far: 1.')
  expect(await readStatusOnceFree()).toBe(401)
})

it('the simulator responds with 503 to an event stream over the maximum number, for control protocol and dashboard', async () => {
  const sockets = await openConnections(maxOpen.streams)
  const begun = sockets.map((socket) => once(socket, 'data'))
  for (const socket of sockets) socket.write(buildGetRequest(streamPath))
  await Promise.all(begun)
  const answers = await Promise.all(
    [streamPath, '/dashboard/default/ticks'].map((path) =>
      sendRaw(simulator.url, buildGetRequest(path, last)),
    ),
  )
  await closeConnections(sockets)
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  expect(answers[0]?.text).toContain(
    '"message":"The simulator has its maximum of 500 streams. Try again when one has ended."',
  )
})

it('the simulator closes a connection on which too many pipelined requests wait', async () => {
  const sockets = await openConnections(20)
  const closed = Promise.race(sockets.map(waitForClose))
  for (const socket of sockets) socket.write(buildGetRequest(streamPath) + buildGetRequest('/').repeat(2_000))
  await closed
  await closeConnections(sockets)
  expect(simulator.complaints()).toContain('The maximum of 10000 waiting requests is reached')
  expect(await readStatusOnceFree()).toBe(401)
})
