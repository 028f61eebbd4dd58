import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  renderHttpResponse,
  startReceiver,
  type TestReceiver,
  writeEvery,
} from '../../../test/support/test-receiver.ts'
import {
  attempt,
  createOutcomeWithoutResponse,
  useAttemptResources,
} from '../../../test/support/webhook-attempts.ts'

const { transport, receiver } = useAttemptResources()
const { body, headers } = attempt

test('the webhook transport posts exactly the given bytes and headers to the full path of the URL', async () => {
  const target = await receiver((socket) => socket.write(renderHttpResponse('200 OK', 'ok')))

  const outcome = await transport().send({ url: target.url, body, headers })

  expect(outcome).toEqual({ responseCode: 200, failure: null })
  expect(target.requests).toHaveLength(1)
  const [head, sent] = target.requests[0]?.split('\r\n\r\n') ?? []
  expect(sent).toBe(body)
  expect(head?.split('\r\n').sort()).toEqual([
    'Connection: keep-alive',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Content-Type: application/json',
    `Host: 127.0.0.1:${target.port}`,
    'POST /webhooks?from=dock HTTP/1.1',
    'PR-Signature: sha256=00ff',
  ])
})

describe('the response code of a webhook receiver', () => {
  test.each([
    [200, '200 OK'],
    [201, '201 Created'],
    [204, '204 No Content'],
    [299, '299 Odd'],
    [301, '301 Moved Permanently'],
    [304, '304 Not Modified'],
    [400, '400 Bad Request'],
    [401, '401 Unauthorized'],
    [404, '404 Not Found'],
    [410, '410 Gone'],
    [429, '429 Too Many Requests'],
    [500, '500 Internal Server Error'],
    [503, '503 Service Unavailable'],
    [599, '599 Unheard Of'],
  ])(
    'the webhook transport reports the response code %i as soon as the headers have arrived',
    async (responseCode, status) => {
      const target = await receiver((socket) => socket.write(renderHttpResponse(status)))

      expect(await transport().send({ url: target.url, body, headers })).toEqual({
        responseCode,
        failure: null,
      })
      expect(target.requests).toHaveLength(1)
    },
  )

  test.each(['100 Continue', '102 Processing', '103 Early Hints\r\nLink: </x>', '199 Odd'])(
    'the webhook transport reports 200 if %s comes before the response',
    async (interim) => {
      const target = await receiver((socket) =>
        socket.write(`HTTP/1.1 ${interim}\r\n\r\n`.repeat(3) + renderHttpResponse('200 OK')),
      )

      expect(await transport().send({ url: target.url, body, headers })).toEqual({
        responseCode: 200,
        failure: null,
      })
    },
  )

  test.each([
    ['with an invalid chunk', 'Transfer-Encoding: chunked\r\n\r\nzz\r\nbroken'],
    ['with an incomplete body', 'Content-Length: 100\r\n\r\nhalf'],
  ])('the webhook transport reports the response code although the body ends early: %s', async (_, rest) => {
    const target = await receiver((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`))

    expect(await transport().send({ url: target.url, body, headers })).toEqual({
      responseCode: 200,
      failure: null,
    })
  })

  test('the webhook transport reports the response code of a receiver that then resets the connection', async () => {
    const target = await receiver((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', () => socket.resetAndDestroy()),
    )
    const sender = transport()

    expect(await sender.send({ url: target.url, body, headers })).toEqual({
      responseCode: 200,
      failure: null,
    })
    expect(target.requests).toHaveLength(1)
  })
})

test.each([301, 302, 303, 307, 308])(
  'the webhook transport does not follow the redirect %i',
  async (responseCode) => {
    const elsewhere = await receiver((socket) => socket.write(renderHttpResponse('200 OK')))
    const target = await receiver((socket) =>
      socket.write(
        `HTTP/1.1 ${responseCode} Moved\r\nLocation: ${elsewhere.url}\r\nContent-Length: 0\r\n\r\n`,
      ),
    )

    expect(await transport().send({ url: target.url, body, headers })).toEqual({
      responseCode,
      failure: null,
    })
    expect(target.requests).toHaveLength(1)
    expect(elsewhere.connections()).toBe(0)
  },
)

describe('the reason why a webhook attempt has no response', () => {
  test('the webhook transport reports "refused" if no process listens at the address', async () => {
    const gone = await startReceiver({})
    await gone.stop()

    expect(await transport().send({ url: gone.url, body, headers })).toEqual(
      createOutcomeWithoutResponse('refused'),
    )
  })

  test('the webhook transport reports "dns" if the host name does not exist', async () => {
    const sender = transport({ deadlineMs: 10_000 })

    expect(await sender.send({ url: 'http://nowhere.invalid/', body, headers })).toEqual(
      createOutcomeWithoutResponse('dns'),
    )
  })

  test.each(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'])(
    'the webhook transport reports "dns" if the lookup of the host name fails with %s',
    async (code) => {
      const sender = transport({
        lookup: (_name, _options, done) => done(Object.assign(new Error('no such name'), { code }), ''),
      })

      expect(await sender.send({ url: 'http://receiver.test/', body, headers })).toEqual(
        createOutcomeWithoutResponse('dns'),
      )
    },
  )

  test.each<[string, string, (socket: Socket) => void]>([
    ['reset', 'a reset before the headers', (socket) => socket.resetAndDestroy()],
    ['reset', 'an empty reply', (socket) => socket.end()],
    [
      'reset',
      'a reply that ends within the headers',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nX-A: b\r\n'),
    ],
    ['protocol', 'random bytes', (socket) => socket.write(Buffer.from('ff00a7130d0a8812', 'hex'))],
    ['protocol', 'a greeting of another protocol', (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n')],
    [
      'protocol',
      'two lengths that differ',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
    ],
    [
      'protocol',
      '200 KB of headers',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(200_000)}\r\n\r\n`),
    ],
    [
      'protocol',
      'a flood of early hints',
      (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(200)),
    ],
    [
      'protocol',
      'a flood of 100 Continue',
      (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(200)),
    ],
    [
      'protocol',
      'a switch of protocols',
      (socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
    ['timeout', 'no response at all', () => {}],
    [
      'timeout',
      'headers a byte at a time',
      (socket) => writeEvery(socket, 20, createLetterReader(renderHttpResponse('200 OK'))),
    ],
    [
      'timeout',
      'endless early hints',
      (socket) => writeEvery(socket, 20, () => 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'),
    ],
  ])(
    'the webhook transport reports the failure %s for this response of a receiver: %s',
    async (failure, _, sendResponse) => {
      const target = await receiver(sendResponse)
      const sender = transport()

      expect(await sender.send({ url: target.url, body, headers })).toEqual(
        createOutcomeWithoutResponse(failure),
      )
      await sender.close()
      expect(target.requests).toHaveLength(1)
    },
  )

  test('the webhook transport reports "timeout" if the lookup of the host name never ends', async () => {
    const sender = transport({ lookup: () => {} })

    expect(await sender.send({ url: 'http://receiver.test/', body, headers })).toEqual(
      createOutcomeWithoutResponse('timeout'),
    )
  })

  test('the webhook transport reports "protocol" for a header that cannot be sent', async () => {
    const target = await receiver((socket) => socket.write(renderHttpResponse('200 OK')))
    const sender = transport()

    expect(await sender.send({ url: target.url, body, headers: { 'X-A': 'a\r\nX-B: b' } })).toEqual(
      createOutcomeWithoutResponse('protocol'),
    )
    expect(target.requests).toEqual([])
  })
})

describe('closing the webhook transport', () => {
  test('closing the webhook transport ends all attempts and leaves no socket', async () => {
    const target = await receiver(() => {})
    const sender = transport({ deadlineMs: 600_000, maxSockets: 4 })
    const outcomes = Array.from({ length: 6 }, () => sender.send({ url: target.url, body, headers }))
    await waitForRequests(target, 2)

    await sender.close()

    expect(await Promise.all(outcomes)).toEqual(
      Array.from({ length: 6 }, () => createOutcomeWithoutResponse('reset')),
    )
    expect(target.requests).toHaveLength(2)
  })

  test('the webhook transport sends nothing after it was closed', async () => {
    const target = await receiver((socket) => socket.write(renderHttpResponse('200 OK')))
    const sender = transport()
    await sender.close()

    expect(await sender.send({ url: target.url, body, headers })).toEqual(
      createOutcomeWithoutResponse('reset'),
    )
    expect(target.connections()).toBe(0)
  })
})

async function waitForRequests(target: TestReceiver, count: number): Promise<void> {
  while (target.requests.length < count) await setTimeout(2)
}

function createLetterReader(text: string): () => string | undefined {
  const letters = text[Symbol.iterator]()
  return () => letters.next().value
}
