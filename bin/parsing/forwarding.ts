import type { IncomingHttpHeaders } from 'node:http'
import { OversizeResponse, openExchange, readResponse } from '../../src/client/http/exchange.ts'
import { complain } from '../printing/output.ts'

/** A receiver's response to a delivery. */
export interface ReceiverResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const deadlineMs = 10_000
/** The longest response that any sender of webhooks reads. */
const maxBytes = 1024 * 1024

/** Headers of one connection, which are not passed on. */
const ofTheConnection = new Set([
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
 * Passes a delivery on with the same bytes and headers. Returns the response as it came, without its body if that is longer
 * than 1 MiB, or 502 if there is none within 10 s. A compressed response stays compressed.
 */
export async function forwardDelivery(
  url: string,
  delivery: { readonly headers: IncomingHttpHeaders; readonly body: Uint8Array<ArrayBuffer> },
): Promise<ReceiverResponse> {
  const signal = AbortSignal.timeout(deadlineMs)
  try {
    const response = await openExchange({
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
        body: await readResponse(response, maxBytes),
      }
    } catch (error) {
      if (!(error instanceof OversizeResponse)) throw error
      complain(`${url}: ${error.message}. Only its status ${status} is returned.`)
      return { status, headers: {}, body: new Uint8Array() }
    }
  } catch (error) {
    const reason = signal.aborted
      ? `no whole response within ${deadlineMs / 1000} seconds`
      : error instanceof Error
        ? error.message
        : String(error)
    return { status: 502, headers: {}, body: Buffer.from(`${url} does not respond: ${reason}\n`) }
  }
}

function selectForwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      ofTheConnection.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  )
}
