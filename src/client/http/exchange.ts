import { type IncomingMessage, request as requestHttp } from 'node:http'

/** An HTTP request and its time limit. */
export interface ExchangeRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  /** Aborts the request, and the reading of its response; by default after 30 s. */
  readonly signal?: AbortSignal | undefined
  /** The maximum bytes of the response; `maxResponseBytes` by default. */
  readonly maxBytes?: number | undefined
}

export interface ExchangeResponse {
  readonly status: number
  readonly text: string
}

/** The default for the maximum time of a call, response included. */
export const timeoutMs = 30_000
const mebibyte = 1024 * 1024
/** Lists of 10,000 rows and the whole request log are well below it. */
export const maxResponseBytes = 32 * mebibyte
/** The maximum for snapshots, as in the simulator, and for the results of a long advance. */
export const maxLargeResponseBytes = 256 * mebibyte

/**
 * Sends a request and reads its response; follows no redirect. Rejects with Node's error if there is no
 * response, and like `readResponse`. It does not use fetch, which takes longer to load than a short command
 * runs. Also, fetch gives up after five minutes, but advancing a clock by a year may take longer.
 */
export async function exchange(given: ExchangeRequest): Promise<ExchangeResponse> {
  const response = await openExchange({ signal: AbortSignal.timeout(timeoutMs), ...given })
  const bytes = await readResponse(response, given.maxBytes)
  return { status: response.statusCode ?? 0, text: bytes.toString('utf8') }
}

/**
 * Reads a response to its end. Rejects, and closes the connection, if it is longer than `maxBytes` or stops for 30 s; the
 * message says so.
 */
export async function readResponse(response: IncomingMessage, maxBytes = maxResponseBytes): Promise<Buffer> {
  response.setTimeout(timeoutMs, () =>
    response.destroy(new Error(`its response stopped for ${timeoutMs / 1000} seconds`)),
  )
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > maxBytes) throw new OversizeResponse(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Thrown if a response is longer than its maximum. */
export class OversizeResponse extends Error {
  override readonly name = 'OversizeResponse'

  constructor(maxBytes: number) {
    super(`its response is longer than ${maxBytes / mebibyte} MiB, and was not read to its end`)
  }
}

/** Sends a request; resolves with the response, not read yet. */
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
