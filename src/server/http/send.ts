import type { Pauses } from '../pause.ts'
import type { ServiceHttp } from '../service/exchange.ts'
import type { PreparedResponse } from './prepared-response.ts'

/**
 * Writes a response directly to Node's response. Responses through Hono are fast only if its adaptor replaces the
 * global `Response`, but a library must not change the globals of the tests that use it. A 204 has no Content-Length.
 */
export function sendPreparedResponse(
  http: Pick<ServiceHttp, 'env'>,
  { status, headers, body, isChunked }: PreparedResponse,
): void {
  const { outgoing } = http.env
  const length = countBodyBytes(body)
  const hasLength = status !== 204 && isChunked !== true
  outgoing.writeHead(status, hasLength ? [...headers, 'Content-Length', String(length)] : [...headers])
  if (typeof body === 'string') {
    // A text with as many bytes as characters is ASCII. Node writes it faster as Latin-1, with the same bytes.
    outgoing.write(body, length === body.length ? 'latin1' : 'utf8')
    // `uncork` sends headers and body in one system call. Without it, `end` would add an empty part, and Node would use
    // a slower call for several parts.
    outgoing.socket?.uncork()
    outgoing.end()
  } else outgoing.end(body ?? undefined)
}

/** The number of parts in which `sendSlowly` sends a body. */
const slowPartCount = 10

/** Sends a body in small parts over a span of real time. */
export async function sendSlowly(
  http: Pick<ServiceHttp, 'env'>,
  response: PreparedResponse,
  { pauses, durationMs }: { readonly pauses: Pauses; readonly durationMs: number },
): Promise<void> {
  const { outgoing } = http.env
  const bytes = Buffer.from(response.body ?? '')
  const size = Math.max(1, Math.ceil(bytes.length / slowPartCount))
  const length = response.isChunked === true ? [] : ['Content-Length', String(bytes.length)]
  outgoing.writeHead(response.status, [...response.headers, ...length])
  for (let sent = 0; sent < bytes.length && !outgoing.destroyed; sent += size) {
    await pauses.wait(durationMs / slowPartCount)
    outgoing.write(bytes.subarray(sent, sent + size))
  }
  outgoing.end()
}

/** Resets the connection of a request, which then gets no response. */
export function resetConnection(http: Pick<ServiceHttp, 'env'>): void {
  http.env.incoming.socket.resetAndDestroy()
}

function countBodyBytes(body: PreparedResponse['body']): number {
  return body === null ? 0 : Buffer.byteLength(body)
}
