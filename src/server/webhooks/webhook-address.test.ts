import { describe, expect, test } from 'vitest'
import {
  attempt,
  createOutcomeWithoutResponse,
  useAttemptResources,
} from '../../../test/support/webhook-attempts.ts'

const { transport, receiver } = useAttemptResources()
const { body, headers } = attempt

describe('addresses that the webhook transport never reaches', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://100.100.100.200/',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/',
    'file:///etc/passwd',
    'http://user:word@127.0.0.1/',
    'not a url',
  ])('the simulator refuses to send webhook events to %s', async (url) => {
    expect(await transport().send({ url, body, headers })).toEqual(createOutcomeWithoutResponse('blocked'))
  })

  test.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fe80::1',
    'fe80::1%lo',
    '64:ff9b::a9fe:a9fe',
    '::169.254.0.1',
    '100.100.100.200',
    '::ffff:100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    'FD00:0EC2:0000::0254',
    'fd20:ce::254',
  ])(
    'the simulator sends no webhook event to a host name that resolves to %s, even beside a good address',
    async (address) => {
      const sender = transport({
        lookup: (_name, _options, done) =>
          done(null, [
            { address: '127.0.0.1', family: 4 },
            { address, family: address.includes(':') ? 6 : 4 },
          ]),
      })

      expect(await sender.send({ url: 'http://receiver.test:9/', body, headers })).toEqual(
        createOutcomeWithoutResponse('blocked'),
      )
    },
  )

  test('if a host name resolves to a refused address only at the second connection, the simulator does not send the second webhook event', async () => {
    const target = await receiver((socket) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'))
    let lookups = 0
    const sender = transport({
      lookup: (_name, _options, done) => {
        lookups += 1
        done(null, [{ address: lookups === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }])
      },
    })
    const url = `http://receiver.test:${target.port}/`

    expect(await sender.send({ url, body, headers })).toEqual({ responseCode: 200, failure: null })
    expect(await sender.send({ url, body, headers })).toEqual(createOutcomeWithoutResponse('blocked'))
    expect(lookups).toBe(2)
    expect(target.requests).toHaveLength(1)
  })
})
