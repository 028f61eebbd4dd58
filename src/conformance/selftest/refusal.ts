import type { WireResponse } from './wire.ts'

/** An answer with an error in the envelope of the service. */
export function refusal(
  status: number,
  code: string,
  extra: Readonly<Record<string, unknown>> = {},
): WireResponse {
  const request_id = 'req_0a1b2c3d4e5f60718293a4b5'
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
