import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { renderHttpResponse, writeEndlessly, writeEvery } from '../../../test/support/test-receiver.ts'
import { attempt, useAttemptResources } from '../../../test/support/webhook-attempts.ts'

const { transport, receiver } = useAttemptResources()
const { body, headers } = attempt

describe('the response body of a webhook receiver', () => {
  const endless: readonly [string, (socket: Socket) => void][] = [
    ['arrives slowly', (socket) => writeEvery(socket, 20, () => 'x')],
    ['never comes', () => {}],
    ['never ends', writeEndlessly],
  ]

  test.each(endless)(
    'the webhook transport reports the response code before it cuts off a response body that %s',
    async (_, sendBody) => {
      let cut: () => void = () => {}
      const isCut = new Promise<void>((resolve) => {
        cut = resolve
      })
      const target = await receiver((socket) => {
        socket.on('close', cut)
        socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1000000000\r\n\r\n')
        sendBody(socket)
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

  test('the webhook transport cuts off a long response body whose length was not announced', async () => {
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
    const target = await receiver((socket) => socket.write(renderHttpResponse('200 OK', 'ok')))
    const sender = transport()

    for (let n = 0; n < 50; n += 1) await sender.send({ url: target.url, body, headers })

    expect(target.requests).toHaveLength(50)
    // The second attempt may open another connection, because the response body of the first attempt may not have ended
    // yet.
    expect(target.connections()).toBeLessThanOrEqual(2)
  })

  test('the webhook transport opens a new connection for each attempt if the receiver closes every connection', async () => {
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
