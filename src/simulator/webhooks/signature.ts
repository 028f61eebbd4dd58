import { createHmac } from 'node:crypto'
import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }

export const signatureHeader = constants.signatureHeader

/** The signature header's value: HMAC-SHA256 over exactly the body's bytes (specification, Signature; choices 46). */
export function sign(body: string, signingSecret: string): string {
  return constants.signaturePrefix + createHmac('sha256', signingSecret).update(body, 'utf8').digest('hex')
}
