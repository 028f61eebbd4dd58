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

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(simulator.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Opens connections in groups: the system lets at most 511 wait, and others try again after seconds. */
async function openMany(count: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count)
    sockets.push(...(await Promise.all(Array.from({ length: Math.min(100, count - sockets.length) }, open))))
  return sockets
}

/** Resolves when a connection ends in any way. `once` of node:events would reject with an error before. */
const closing = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

async function close(sockets: readonly Socket[]): Promise<void> {
  const closed = sockets.map((socket) => (socket.closed ? undefined : closing(socket)))
  for (const socket of sockets) socket.destroy()
  await Promise.all(closed)
}

const get = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: ${new URL(simulator.url).host}\r\n${more}\r\n`
const last = 'Connection: close\r\n'
const streamPath = '/_drydock/accounts/default/stream'

/** Repeats a request until the server has noticed the closed connections. */
async function statusOnceFree(): Promise<number> {
  for (;;) {
    const { status } = await sendRaw(simulator.url, get('/v1/wallet', last))
    if (status !== 503) return status
  }
}

it('refuses a request on a connection over the maximum, and accepts others when some have closed', async () => {
  const sockets = await openMany(maxOpen.connections)
  const refused = await sendRaw(simulator.url, get('/v1/wallet'))
  await close(sockets)
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('REQUEST.CAPACITY.EXCEEDED')])
  expect(refused.text).toMatch(/^Connection: close\r$/m)
  expect(simulator.complaints()).toContain('The maximum of 2000 connections is reached; refused so far: 1.')
  expect(await statusOnceFree()).toBe(401)
})

it('refuses a stream over the maximum of the control protocol and the dashboard', async () => {
  const sockets = await openMany(maxOpen.streams)
  const begun = sockets.map((socket) => once(socket, 'data'))
  for (const socket of sockets) socket.write(get(streamPath))
  await Promise.all(begun)
  const answers = await Promise.all(
    [streamPath, '/dashboard/default/ticks'].map((path) => sendRaw(simulator.url, get(path, last))),
  )
  await close(sockets)
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  expect(answers[0]?.text).toContain(
    '"message":"The simulator has its maximum of 500 streams. Try again when one has ended."',
  )
})

it('closes a connection with too many waiting requests', async () => {
  const sockets = await openMany(20)
  const closed = Promise.race(sockets.map(closing))
  for (const socket of sockets) socket.write(get(streamPath) + get('/').repeat(2_000))
  await closed
  await close(sockets)
  expect(simulator.complaints()).toContain('The maximum of 10000 waiting requests is reached')
  expect(await statusOnceFree()).toBe(401)
})
