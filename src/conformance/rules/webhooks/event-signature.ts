import { createHmac } from 'node:crypto'
import { expectThat } from '../../http/expect.ts'
import type { Arrival } from '../../target/arrival.ts'

/** The signature of a body (specification, Signature). */
export function signatureOf(body: Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

const header = 'PR-Signature'
const prefix = 'sha256='
const digits = 64

/** Judges the form of the signature, which needs no secret. Throws RuleBroken. */
export function expectSignature({ headers }: Arrival): void {
  const signature = headers[header.toLowerCase()] ?? ''
  expectThat(/^sha256=[0-9a-f]{64}$/.test(signature), {
    expected: `${prefix} and ${digits} lower-case hexadecimal digits in ${header}`,
    actual: signature === '' ? `no ${header}` : formOf(signature),
    cause: { kind: signature === '' ? 'missing-header' : 'wrong-header', header },
  })
}

/** Describes the form of a signature without its digits, which must not be in reports. */
export function formOf(signature: string): string {
  const [, before = '', value = ''] = /^([a-z0-9-]{1,12}=)?(.*)$/is.exec(signature) ?? []
  const place =
    before === prefix ? '' : before === '' ? ` without ${prefix} before them` : ` behind ${before}`
  return `${digitsOf(value)}${place}`
}

function digitsOf(value: string): string {
  if (!/^[0-9a-f]+$/i.test(value)) {
    const base64 = /^[a-z0-9+/_-]{27,}={0,2}$/i.test(value) ? ', as in base64' : ''
    return `${value.length} characters that are not all hexadecimal digits${base64}`
  }
  const hasUpper = /[A-F]/.test(value)
  const letters = hasUpper ? (/[a-f]/.test(value) ? ' in upper and lower case' : ' in upper case') : ''
  return `${value.length} hexadecimal digits${letters}`
}

/** Judges that the signature is that of the body (specification, Signature). A wrong form is the finding of another rule. Throws RuleBroken. */
export function expectSigned(delivery: Arrival, secret: string): void {
  expectSignature(delivery)
  expectThat(delivery.headers[header.toLowerCase()] === signatureOf(delivery.body, secret), {
    expected: `in ${header} the HMAC of the ${delivery.body.length} bytes that came, keyed with the signing secret`,
    actual: 'another signature of the same form',
    cause: { kind: 'wrong-signature' },
  })
}
