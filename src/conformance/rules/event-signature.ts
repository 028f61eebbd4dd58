import { createHmac } from 'node:crypto'
import type { Arrival } from '../target/inbox.ts'
import { expectThat } from '../wire/expect.ts'

export function signatureOf(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

/** The signature has the form of one; whether it is right only the secret tells. */
export function expectSignature({ headers }: Arrival): void {
  const signature = headers['pr-signature'] ?? 'no PR-Signature'
  expectThat(/^sha256=[0-9a-f]{64}$/.test(signature), {
    expected: 'sha256= and 64 lower-case hexadecimal digits in PR-Signature',
    actual: signature.replace(/[0-9a-f]{48,}/i, '…'),
  })
}

export function expectSigned(delivery: Arrival, secret: string): void {
  const expected = signatureOf(delivery.body, secret)
  expectThat(delivery.headers['pr-signature'] === expected, {
    expected: `in PR-Signature the HMAC of the ${delivery.body.length} bytes that came, keyed with the signing secret`,
    actual: delivery.headers['pr-signature'] === undefined ? 'no PR-Signature' : 'another signature',
  })
}
