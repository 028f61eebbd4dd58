import { randomBytes } from 'node:crypto'
import type { WireResponse } from '../../variations/wire.ts'

/** Creates a response with an error in the documented envelope. */
export function buildErrorResponse(
  status: number,
  code: string,
  extra: Readonly<Record<string, unknown>> = {},
): WireResponse {
  // Each error response needs a new request id, as a correct service sends.
  const request_id = `req_${randomBytes(12).toString('hex')}`
  const error = {
    code,
    message: 'No.',
    suggestion: 'Do otherwise.',
    docs_url: 'https://example.com/docs',
    request_id,
  }
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'x-request-id': request_id,
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '299',
      'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + 60),
    },
    body: Buffer.from(JSON.stringify({ error: { ...error, ...extra } })),
  }
}
