import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { TestClient } from '../../../test/support/test-client.ts'
import { type Drydock, startDrydock } from '../../index.ts'

const path = '/_drydock/accounts/default/clock/advance'

/** Returns a simulator with a tracker, which the simulator polls six times a day. */
async function startTracking(): Promise<Drydock> {
  const dock = await startDrydock({ clock: 'frozen@2030-01-01' })
  const body = { tracking_number: '99994', carrier: 'UPS' }
  await new TestClient(dock.url).read({ method: 'POST', path: '/v1/trackers', key: dock.keys.test, body })
  return dock
}

it('sendJson writes the result of a long advance in pieces that together are one JSON text', async () => {
  await using dock = await startTracking()
  const advance = (by: string) => new TestClient(dock.url).send({ method: 'POST', path, body: { by } })
  const short = await advance('1d')
  expect(short.headers['content-length']).toBeDefined()
  const long = await advance('400d')
  expect(long.headers['content-length']).toBeUndefined()
  expect(long.headers['content-type']).toBe(short.headers['content-type'])
  const text = long.bytes.toString()
  const { fired, ...clock } = JSON.parse(text)
  expect(clock).toEqual({ now: '2031-02-06T00:00:00.000Z', mode: 'frozen', rate: 1 })
  expect(fired).toHaveLength(400 * 6)
  expect(fired.at(-1)).toEqual({ at: '2031-02-06T00:00:00.000Z', kind: 'poll', id: fired[0].id })
  expect(text).toBe(JSON.stringify({ ...clock, fired }))
})

it('sendJson stops writing if the client has closed its connection', async () => {
  await using dock = await startTracking()
  const { hostname, port } = new URL(dock.url)
  const body = JSON.stringify({ by: '3650d' })
  const socket = connect(Number(port), hostname)
  const head = [`POST ${path} HTTP/1.1`, `Host: ${hostname}:${port}`, 'Content-Type: application/json']
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  const [begun] = await once(socket, 'data')
  expect(String(begun)).toMatch(/^HTTP\/1\.1 200 /)
  expect(String(begun)).not.toContain('"fired":[]')
  socket.destroy()
  expect(await dock.clock.now()).toBe('2039-12-30T00:00:00.000Z')
})
