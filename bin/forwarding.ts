import type { IncomingHttpHeaders } from 'node:http'

/** A receiver's response to a delivery. */
export interface ReceiverAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const deadlineMs = 10_000

/** Headers of one connection, which are not passed on. */
const ofTheConnection = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Passes a delivery on with the same bytes and headers; returns the response, or 502 without one. */
export async function forward(
  url: string,
  delivery: { readonly headers: IncomingHttpHeaders; readonly body: Uint8Array<ArrayBuffer> },
): Promise<ReceiverAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: kept(Object.entries(delivery.headers).map(([name, value]) => [name, String(value)])),
      body: delivery.body,
      signal: AbortSignal.timeout(deadlineMs),
    })
    const body = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(kept([...response.headers])), body }
  } catch (error) {
    const reason =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return { status: 502, headers: {}, body: Buffer.from(`${url} does not answer: ${reason}\n`) }
  }
}

function kept(headers: readonly (readonly [string, string])[]): [string, string][] {
  return headers.flatMap(([name, value]) => (ofTheConnection.has(name) ? [] : [[name, value]]))
}
