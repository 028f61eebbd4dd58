import type { IncomingHttpHeaders } from 'node:http'
import { OversizeResponseError, openHttpResponse, readResponseBody } from '../../src/client/http/exchange.ts'
import { printProblem } from '../printing/output.ts'

/** The response of a receiver to a delivery. */
export interface ReceiverResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const forwardTimeoutMs = 10_000
/** The maximum bytes of a response that is returned to the sender. */
const maxForwardedBytes = 1024 * 1024

/** The headers that belong to one connection and are not forwarded. */
const connectionHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Forwards a delivery to a URL with the same bytes and headers. Returns the response unchanged, without its body if the
 * body is longer than 1 MiB, or 502 if there is no response within 10 s. A compressed response stays compressed.
 */
export async function forwardDelivery(
  url: string,
  delivery: { readonly headers: IncomingHttpHeaders; readonly body: Uint8Array<ArrayBuffer> },
): Promise<ReceiverResponse> {
  const signal = AbortSignal.timeout(forwardTimeoutMs)
  try {
    const response = await openHttpResponse({
      url,
      method: 'POST',
      headers: selectForwardedHeaders(delivery.headers),
      body: delivery.body,
      signal,
    })
    const status = response.statusCode ?? 502
    try {
      return {
        status,
        headers: selectForwardedHeaders(response.headers),
        body: await readResponseBody(response, maxForwardedBytes),
      }
    } catch (error) {
      if (!(error instanceof OversizeResponseError)) throw error
      printProblem(`${url}: ${error.message}. Only its status ${status} is returned.`)
      return { status, headers: {}, body: new Uint8Array() }
    }
  } catch (error) {
    const reason = signal.aborted
      ? `no whole response within ${forwardTimeoutMs / 1000} seconds`
      : error instanceof Error
        ? error.message
        : String(error)
    return { status: 502, headers: {}, body: Buffer.from(`${url} does not respond: ${reason}\n`) }
  }
}

function selectForwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      connectionHeaders.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  )
}
