import assert from 'node:assert/strict'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** What came back, byte for byte. */
export interface Exchange {
  readonly request: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

export interface SendOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** One request over a socket with the headers given, Host and Content-Length, and no others. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body }: SendOptions = {},
): Promise<Exchange> {
  const bytes = body === undefined ? undefined : Buffer.from(body)
  const length = bytes === undefined ? {} : { 'Content-Length': String(bytes.length) }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          request: `${method} ${new URL(url).pathname}`,
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      )
    })
    sent.once('error', reject)
    sent.end(bytes)
  })
}

/** A header that comes once. */
export function header({ headers, request: sent }: Exchange, name: string): string {
  const value = headers[name.toLowerCase()]
  assert(typeof value === 'string', `${sent} was answered without the header ${name}`)
  return value
}

export function json({ bytes, request: sent, status }: Exchange): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    assert.fail(
      `${sent} was answered ${status} with a body that is no JSON: ${bytes.toString('utf8', 0, 200)}`,
    )
  }
}
