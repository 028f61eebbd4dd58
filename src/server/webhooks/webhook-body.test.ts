import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { httpResponse, writeEndlessly, writeEvery } from '../../../test/support/test-receiver.ts'
import { attempt, openAttempts } from '../../../test/support/webhook-attempts.ts'

const { transport, receiver } = openAttempts()
const { body, headers } = attempt

describe('throws the body away', () => {
  const endless: readonly [string, (socket: Socket) => void][] = [
    ['drips', (socket) => writeEvery(socket, 20, () => 'x')],
    ['never comes', () => {}],
    ['never ends', writeEndlessly],
  ]

  test.each(endless)('a response body that %s is cut and delays nothing', async (_, pour) => {
    let cut: () => void = () => {}
    const isCut = new Promise<void>((resolve) => {
      cut = resolve
    })
    const target = await receiver((socket) => {
      socket.on('close', cut)
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1000000000\r\n\r\n')
      pour(socket)
    })
    const sender = transport({ maxSockets: 2 })

    expect(await sender.send({ url: target.url, body, headers })).toEqual({
      responseCode: 200,
      failure: null,
    })
    await isCut
    expect(await sender.send({ url: target.url, body, headers })).toEqual({
      responseCode: 200,
      failure: null,
    })
    expect(target.requests).toHaveLength(2)
  })

  test("the webhook transport reads at most 64 KiB of a response without a length, besides the system's buffers", async () => {
    let sent = 0
    let cut: () => void = () => {}
    const isCut = new Promise<void>((resolve) => {
      cut = resolve
    })
    const target = await receiver((socket) => {
      socket.on('close', () => {
        sent = socket.bytesWritten
        cut()
      })
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      writeEndlessly(socket)
    })

    expect(await transport().send({ url: target.url, body, headers })).toEqual({
      responseCode: 200,
      failure: null,
    })
    await isCut
    expect(sent).toBeLessThan(16 * 1024 * 1024)
  })

  test('a short response body keeps the connection for the next attempt', async () => {
    const target = await receiver((socket) => socket.write(httpResponse('200 OK', 'ok')))
    const sender = transport()

    for (let n = 0; n < 50; n += 1) await sender.send({ url: target.url, body, headers })

    expect(target.requests).toHaveLength(50)
    // The outcome is known before the body is gone, so the next attempt may find the first connection still busy.
    expect(target.connections()).toBeLessThanOrEqual(2)
  })

  test('a receiver that closes after each response gets new connections', async () => {
    const target = await receiver((socket) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nok'))
    const sender = transport()

    for (let n = 0; n < 5; n += 1) {
      expect(await sender.send({ url: target.url, body, headers })).toEqual({
        responseCode: 200,
        failure: null,
      })
    }

    expect(target.requests).toHaveLength(5)
    expect(target.connections()).toBe(5)
  })
})
