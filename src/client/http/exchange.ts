import { type IncomingMessage, request as requestHttp } from 'node:http'

/** An HTTP request and its time limit. */
export interface HttpRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  /** Aborts the request and the reading of its response. The default is a signal that aborts after 30 s. */
  readonly signal?: AbortSignal | undefined
  /** The maximum bytes of the response; `maxResponseBytes` by default. */
  readonly maxBytes?: number | undefined
}

/** The status and body of an HTTP response. */
export interface HttpResponse {
  readonly status: number
  readonly text: string
}

/** The default of the maximum time of a request, response included. */
export const defaultTimeoutMs = 30_000
const mebibyte = 1024 * 1024
/** The default of the maximum size of a response. Lists of 10,000 rows and a full request log are much smaller. */
export const maxResponseBytes = 32 * mebibyte
/** The maximum size of a snapshot, as in the simulator, and of the result of a long advance. */
export const maxLargeResponseBytes = 256 * mebibyte

/**
 * Sends an HTTP request and reads its response; follows no redirect. Rejects with Node's error if there is no response,
 * and like `readResponseBody`. This function does not use fetch: loading fetch takes longer than a short command runs,
 * and fetch stops after five minutes, although advancing a clock by a year may take longer.
 */
export async function sendHttpRequest(given: HttpRequest): Promise<HttpResponse> {
  const response = await openHttpResponse({ signal: AbortSignal.timeout(defaultTimeoutMs), ...given })
  const bytes = await readResponseBody(response, given.maxBytes)
  return { status: response.statusCode ?? 0, text: bytes.toString('utf8') }
}

/**
 * Reads a response to its end. Rejects, and closes the connection, if the response is longer than `maxBytes` or pauses
 * for 30 s.
 */
export async function readResponseBody(
  response: IncomingMessage,
  maxBytes = maxResponseBytes,
): Promise<Buffer> {
  response.setTimeout(defaultTimeoutMs, () =>
    response.destroy(new Error(`its response paused for ${defaultTimeoutMs / 1000} seconds`)),
  )
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > maxBytes) throw new OversizeResponseError(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The error for a response that is longer than its maximum. */
export class OversizeResponseError extends Error {
  override readonly name = 'OversizeResponseError'

  constructor(maxBytes: number) {
    super(`its response is longer than ${maxBytes / mebibyte} MiB, and was not read to its end`)
  }
}

/** Sends an HTTP request; resolves with the response before its body is read. */
export async function openHttpResponse(given: HttpRequest): Promise<IncomingMessage> {
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
