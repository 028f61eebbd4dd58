import { createHmac } from 'node:crypto'
import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }

export const signatureHeader = constants.signatureHeader

/** The value of the signature header: HMAC-SHA256 over the bytes of the body (specification, Signature; choices 46). */
export function sign(body: string, signingSecret: string): string {
  return constants.signaturePrefix + createHmac('sha256', signingSecret).update(body, 'utf8').digest('hex')
}
