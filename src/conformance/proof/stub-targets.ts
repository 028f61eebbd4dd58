import { createServer, type ServerResponse } from 'node:http'
import { type ErrorCode, statusOf } from '../http/spec-error.ts'

/** A server that responds to all requests alike, so it is no shipping service. No rule may pass on it. */
export interface StubTarget {
  readonly id: string
  readonly what: string
  /** Responds to a request with this body. */
  respond(response: ServerResponse, body: Buffer): void
}

const goodHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-RateLimit-Limit': '300',
  'X-RateLimit-Remaining': '299',
}

/** All stub targets (servers that give every request the same response). */
export const stubTargets: readonly StubTarget[] = [
  createConstantTarget('empty-object', '200 with {}', { status: 200, body: '{}' }),
  createConstantTarget('empty-list', '200 with []', { status: 200, body: '[]' }),
  createConstantTarget('null', '200 with null', { status: 200, body: 'null' }),
  createConstantTarget('nothing', '200 without a body', { status: 200, body: '' }),
  createConstantTarget('no-content', '204', { status: 204, body: '' }),
  createConstantTarget('html', '200 with a page', {
    status: 200,
    body: '<!doctype html><title>Welcome</title>',
    headers: { 'Content-Type': 'text/html' },
  }),
  createConstantTarget('pdf', '200 with a PDF', {
    status: 200,
    body: '%PDF-1.7\n%%EOF\n',
    headers: { 'Content-Type': 'application/pdf' },
  }),
  createRefusingTarget('AUTH.KEY.MISSING'),
  createRefusingTarget('AUTH.KEY.INVALID'),
  createRefusingTarget('AUTH.KEY.INSUFFICIENT_SCOPE', { required_scope: 'wallet:read', key_scopes: [] }),
  createRefusingTarget('AUTH.KEY.SANDBOX_IN_PRODUCTION'),
  createRefusingTarget('LABEL.NOT_FOUND'),
  createRefusingTarget('RATE.NOT_FOUND'),
  createRefusingTarget('VALIDATION.FIELD.REQUIRED', { field: 'rate_id' }),
  createRefusingTarget('VALIDATION.FIELD.INVALID', { field: 'body' }),
  createRefusingTarget('BATCH.ITEMS.REQUIRED'),
  createRefusingTarget('AUTH.RATE_LIMIT.EXCEEDED'),
  createRefusingTarget('LABEL.CREATION.FAILED'),
  createRefusingTarget('RATE.CARRIER.UNAVAILABLE'),
  {
    id: 'echo',
    what: 'an echo of the request',
    respond: (response, body) => response.writeHead(200, buildDocumentedHeaders('req_echo')).end(body),
  },
  { id: 'reset', what: 'a connection cut at once', respond: (response) => response.destroy() },
  {
    id: 'half',
    what: 'a connection cut in the middle of the body',
    respond: (response) => {
      response.writeHead(200, { ...goodHeaders, 'Content-Length': '1000' }).write('{"rates": [')
      setImmediate(() => response.destroy())
    },
  },
  {
    id: 'drip',
    what: 'a body that comes a byte at a time and never ends',
    respond: (response) => {
      response.writeHead(200, goodHeaders)
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    },
  },
  { id: 'silence', what: 'no response at all', respond: () => {} },
  createConstantTarget('redirect', 'a redirect to itself', {
    status: 302,
    body: '',
    headers: { Location: '/v1/wallet' },
  }),
  createConstantTarget('byte-order-mark', 'JSON after a byte order mark', {
    status: 200,
    body: '\u{feff}{"rates": []}',
  }),
  createConstantTarget('deep', 'JSON nested 200,000 deep', {
    status: 200,
    body: '['.repeat(200_000) + ']'.repeat(200_000),
  }),
  createConstantTarget('infinite', 'a number too large for JSON parsers', {
    status: 200,
    body: '{"balance_cents": 1e400, "rates": []}',
  }),
  createConstantTarget('twice', 'the same key twice', {
    status: 200,
    body: '{"rates": [], "rates": null, "id": 1, "id": 2}',
  }),
  createConstantTarget('inert', 'texts that look like markup or terminal commands', {
    status: 500,
    body: '{"error": {"code": "\\u001b]0;owned\\u0007<script>]]>", "message": "\\u0000=cmd()"}}',
  }),
  {
    id: 'endless',
    what: 'an endless body, sent as fast as possible',
    respond: (response) => {
      response.writeHead(200, goodHeaders)
      const chunk = Buffer.alloc(1024 * 1024, ' ')
      const writeUntilFull = (): void => {
        while (!response.destroyed && response.write(chunk)) {
          // The target writes as long as the socket accepts data.
        }
      }
      response.on('drain', writeUntilFull)
      writeUntilFull()
    },
  },
  createSuccessTarget('recorded-rates', 'one good rates response', {
    rates: [
      {
        id: 'rate_0a1b2c3d4e5f60718293a4b5',
        carrier: 'UPS',
        service: 'Ground',
        rate_cents: 1234,
        carrier_eta: '2030-01-02',
        carbon_grams: 120,
        account_type: 'platform',
      },
    ],
  }),
  createSuccessTarget('recorded-label', 'one good label', {
    id: 'lbl_0a1b2c3d4e5f60718293a4b5',
    tracking_number: '99990000000000000000',
    label_url: 'http://127.0.0.1/v1/sandbox/labels/lbl_0a1b2c3d4e5f60718293a4b5.pdf',
    carrier: 'UPS',
    service: 'Ground',
    rate_cents: 1234,
    sandbox: true,
    wallet_balance_after_cents: 10_000_000,
    from_address: buildAddress('Sender'),
    to_address: buildAddress('Recipient'),
    created_at: '2030-01-01T00:00:00.000Z',
  }),
  createSuccessTarget('recorded-everything', 'one object that has every field of every response', {
    id: 'lbl_0a1b2c3d4e5f60718293a4b5',
    rates: [],
    valid: true,
    residential: true,
    status: 'unknown',
    events: [],
    tracking_number: '99990000000000000000',
    carrier: 'UPS',
    sandbox: true,
    total_cost_cents: 0,
    wallet_balance_after_cents: 0,
    balance_cents: 0,
    estimated_completion_percentage: 0,
    estimated_time_remaining_seconds: 0,
    error: {
      code: 'RATE.EXPIRED',
      message: 'No.',
      suggestion: 'No.',
      docs_url: 'https://example.com',
      request_id: 'req_1',
    },
  }),
]

/** Starts a stub target (a server that gives every request the same response) on a free port. */
export async function openStubTarget(
  target: StubTarget,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    target.respond(response, Buffer.concat(chunks))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null)
    throw new Error('The stub target does not listen on a port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Creates a stub target that responds to every request with the same status and body. */
function createConstantTarget(
  id: string,
  what: string,
  { status, body, headers = {} }: { status: number; body: string; headers?: Record<string, string> },
): StubTarget {
  return {
    id,
    what,
    respond: (response) => response.writeHead(status, { ...goodHeaders, ...headers }).end(body),
  }
}

/** Creates a stub target that responds to every request with the same error in the documented form. */
function createRefusingTarget(code: ErrorCode, extra: Readonly<Record<string, unknown>> = {}): StubTarget {
  let count = 0
  return {
    id: `always-${code.toLowerCase().replaceAll('.', '-').replaceAll('_', '-')}`,
    what: `${statusOf(code)} ${code} in a perfect envelope`,
    respond: (response) => {
      count += 1
      const request_id = `req_${String(count).padStart(24, '0')}`
      const words = { message: 'It is refused.', suggestion: 'Do otherwise.' }
      const error = { code, ...words, docs_url: 'https://example.com/errors', request_id, ...extra }
      response.writeHead(statusOf(code), { ...buildDocumentedHeaders(request_id), 'Retry-After': '30' })
      response.end(JSON.stringify({ error }))
    },
  }
}

/** Creates a stub target that responds to every request with the same success, and new header values each time. */
function createSuccessTarget(id: string, what: string, body: unknown): StubTarget {
  let count = 0
  return {
    id,
    what: `${what}, for every request`,
    respond: (response) => {
      count += 1
      response
        .writeHead(200, buildDocumentedHeaders(`req_${String(count).padStart(24, '0')}`))
        .end(JSON.stringify(body))
    },
  }
}

function buildDocumentedHeaders(requestId: string): Record<string, string> {
  const reset = Math.ceil(Date.now() / 1_000) + 30
  return { ...goodHeaders, 'X-RateLimit-Reset': String(reset), 'X-Request-Id': requestId }
}

function buildAddress(name: string) {
  const street = '1 Main St'
  const place = { street, street1: street, city: 'Austin', state: 'TX', zip: '78701', country: 'US' }
  return { name, ...place, phone: '+15125550100', email: 'someone@example.com' }
}
