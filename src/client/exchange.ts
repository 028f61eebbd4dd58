import { type IncomingMessage, request as requestHttp } from 'node:http'

/** An HTTP request and its time limit. */
export interface ExchangeRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  /** Aborts the request, and the reading of its response; by default after 30 s. */
  readonly signal?: AbortSignal | undefined
  /** The longest response that is read; `maxResponseBytes` if left out. */
  readonly maxBytes?: number | undefined
}

export interface ExchangeAnswer {
  readonly status: number
  readonly text: string
}

/** How long a call may take, its response included, if nothing else is said. */
export const patienceMs = 30_000
const mebibyte = 1024 * 1024
/** Lists of 10,000 rows and the whole request log are well below it. */
export const maxResponseBytes = 32 * mebibyte
/** For snapshots, which the simulator takes up to this size, and for what a long advance has fired. */
export const maxLargeResponseBytes = 256 * mebibyte

/**
 * Sends a request and reads its response; follows no redirect. Rejects with Node's error if there is no response, and like
 * `readResponse`.
 *
 * It does not use fetch, which takes longer to load than a short command runs and gives up after five minutes:
 * advancing a clock by a year may take longer.
 */
export async function exchange(given: ExchangeRequest): Promise<ExchangeAnswer> {
  const response = await openExchange({ signal: AbortSignal.timeout(patienceMs), ...given })
  const bytes = await readResponse(response, given.maxBytes)
  return { status: response.statusCode ?? 0, text: bytes.toString('utf8') }
}

/**
 * Reads a response to its end. Rejects, and closes the connection, if it is longer than `maxBytes` or stops for 30 s; the
 * message says so.
 */
export async function readResponse(response: IncomingMessage, maxBytes = maxResponseBytes): Promise<Buffer> {
  response.setTimeout(patienceMs, () =>
    response.destroy(new Error(`its response stopped for ${patienceMs / 1000} seconds`)),
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

/** A response is longer than what is read of it. */
export class OversizeResponse extends Error {
  override readonly name = 'OversizeResponse'

  constructor(maxBytes: number) {
    super(`its response is longer than ${maxBytes / mebibyte} MiB, and was not read to its end`)
  }
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
