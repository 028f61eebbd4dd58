import { createHmac } from 'node:crypto'
import { expectThat } from '../../http/expect.ts'
import type { Arrival } from '../../target/arrival.ts'

/** Computes the signature of a webhook payload (specification, Signature). */
export function computeSignature(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

const signatureHeader = 'PR-Signature'
const signaturePrefix = 'sha256='
const signatureDigits = 64

/** Checks the form of a webhook signature, without the secret. Throws RuleBroken. */
export function expectSignatureForm({ headers }: Arrival): void {
  const signature = headers[signatureHeader.toLowerCase()] ?? ''
  expectThat(/^sha256=[0-9a-f]{64}$/.test(signature), {
    expected: `${signaturePrefix} and ${signatureDigits} lower-case hexadecimal digits in ${signatureHeader}`,
    actual: signature === '' ? `no ${signatureHeader}` : describeSignatureForm(signature),
    cause: { kind: signature === '' ? 'missing-header' : 'wrong-header', header: signatureHeader },
  })
}

/** Describes the form of a webhook signature without its digits, which must not be in reports. */
export function describeSignatureForm(signature: string): string {
  const [, before = '', value = ''] = /^([a-z0-9-]{1,12}=)?(.*)$/is.exec(signature) ?? []
  const place =
    before === signaturePrefix
      ? ''
      : before === ''
        ? ` without ${signaturePrefix} before them`
        : ` behind ${before}`
  return `${describeSignatureDigits(value)}${place}`
}

function describeSignatureDigits(value: string): string {
  if (!/^[0-9a-f]+$/i.test(value)) {
    const base64 = /^[a-z0-9+/_-]{27,}={0,2}$/i.test(value) ? ', as in base64' : ''
    return `${value.length} characters that are not all hexadecimal digits${base64}`
  }
  const hasUpper = /[A-F]/.test(value)
  const letters = hasUpper ? (/[a-f]/.test(value) ? ' in upper and lower case' : ' in upper case') : ''
  return `${value.length} hexadecimal digits${letters}`
}

/** Checks that a delivery's signature is that of its body (specification, Signature). Throws RuleBroken. */
export function expectSignatureOfBody(delivery: Arrival, secret: string): void {
  expectSignatureForm(delivery)
  expectThat(delivery.headers[signatureHeader.toLowerCase()] === computeSignature(delivery.body, secret), {
    expected: `the HMAC of the ${delivery.body.length} received bytes in ${signatureHeader}, keyed with the signing secret`,
    actual: 'another signature of the same form',
    cause: { kind: 'wrong-signature' },
  })
}
