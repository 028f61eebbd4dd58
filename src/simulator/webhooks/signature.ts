import { createHmac, timingSafeEqual } from 'node:crypto'
import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }

export const signatureHeader = constants.signatureHeader

/**
 * The response header that the webhook receivers of Drydock itself send, so that they are not taken for the user's app.
 */
export const testReceiverHeader = 'Drydock-Test-Receiver'

/** The result of a signature check. */
export type SignatureState = 'ok' | 'BAD' | 'missing'

/**
 * Returns the value of the signature header for a body: HMAC-SHA256 over its bytes (specification, Signature;
 * choices 46).
 */
export function sign(body: string | Uint8Array, signingSecret: string): string {
  return constants.signaturePrefix + createHmac('sha256', signingSecret).update(body).digest('hex')
}

/** Checks the signature header against the bytes of the body, in constant time so that timing reveals nothing. */
export function checkSignature(
  body: Uint8Array,
  { header, secret }: { readonly header: string | undefined; readonly secret: string },
): SignatureState {
  if (header === undefined) return 'missing'
  const expected = Buffer.from(sign(body, secret), 'utf8')
  const given = Buffer.from(header, 'utf8')
  return given.length === expected.length && timingSafeEqual(given, expected) ? 'ok' : 'BAD'
}
