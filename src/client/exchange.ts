import { type IncomingMessage, request as requestHttp } from 'node:http'

/** An HTTP request and its time limit. */
export interface ExchangeRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Aborts the request; without it there is no time limit. */
  readonly signal?: AbortSignal | undefined
}

export interface ExchangeAnswer {
  readonly status: number
  readonly text: string
}

/**
 * Sends a request and reads its response; follows no redirect. Rejects with Node's error if there is no response.
 *
 * It does not use fetch, which takes longer to load than a short command runs and gives up after five minutes:
 * advancing a clock by a year may take longer.
 */
export async function exchange(given: ExchangeRequest): Promise<ExchangeAnswer> {
  const response = await openExchange(given)
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }
}

/** Sends a request; its response is still to be read. */
export async function openExchange(given: ExchangeRequest): Promise<IncomingMessage> {
  const url = new URL(given.url)
  const send = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp
  return new Promise((resolve, reject) => {
    const bytes = given.body === undefined ? undefined : Buffer.from(given.body)
    send(url, {
      method: given.method,
      headers: { ...given.headers, 'Content-Length': bytes?.length ?? 0 },
      ...(given.signal !== undefined && { signal: given.signal }),
    })
      .once('response', resolve)
      .once('error', reject)
      .end(bytes)
  })
}
