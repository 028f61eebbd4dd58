import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { httpResponse, writeEndlessly, writeEvery } from '../../../test/support/test-receiver.ts'
import { attempt, openAttempts } from '../../../test/support/webhook-attempts.ts'

const { transport, receiver } = openAttempts()
const { body, headers } = attempt

describe('the response body of a webhook receiver', () => {
  const endless: readonly [string, (socket: Socket) => void][] = [
    ['drips', (socket) => writeEvery(socket, 20, () => 'x')],
    ['never comes', () => {}],
    ['never ends', writeEndlessly],
  ]

  test.each(endless)(
    'the webhook transport cuts a response body that %s, and delays nothing',
    async (_, pour) => {
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
    },
  )

  test('the webhook transport reads at most 64 KiB of a response body without a length', async () => {
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

  test('the webhook transport keeps the connection for the next attempt after a short response body', async () => {
    const target = await receiver((socket) => socket.write(httpResponse('200 OK', 'ok')))
    const sender = transport()

    for (let n = 0; n < 50; n += 1) await sender.send({ url: target.url, body, headers })

    expect(target.requests).toHaveLength(50)
    // The result of an attempt is returned before the response body has ended, so the first connection may still be in
    // use.
    expect(target.connections()).toBeLessThanOrEqual(2)
  })

  test('the webhook transport opens new connections to a receiver that closes each connection', async () => {
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
