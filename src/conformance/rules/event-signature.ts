import { createHmac } from 'node:crypto'
import type { Arrival } from '../target/inbox.ts'
import { expectThat } from '../wire/expect.ts'

export function signatureOf(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

export function expectSigned(delivery: Arrival, secret: string): void {
  const expected = signatureOf(delivery.body, secret)
  expectThat(delivery.headers['pr-signature'] === expected, {
    expected: `the HMAC of the ${delivery.body.length} bytes that came`,
    actual: delivery.headers['pr-signature'] === undefined ? 'no signature' : 'another signature',
  })
}
