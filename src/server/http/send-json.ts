import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { HttpContext } from '../service/exchange.ts'
import { writeJsonPieces } from './json-pieces.ts'
import type { HeaderList } from './prepared-response.ts'
import { respond } from './respond.ts'

/** Sends a body as JSON. A long body is sent in pieces, at the client's pace, while other requests run in between. */
export async function sendJson(
  http: HttpContext,
  response: { readonly status: number; readonly headers: HeaderList; readonly body: unknown },
): Promise<Response> {
  const headers = ['Content-Type', 'application/json; charset=utf-8', ...response.headers]
  const pieces = writeJsonPieces(response.body)
  const first = pieces.next().value ?? ''
  const second = pieces.next().value
  if (second === undefined)
    return respond(http, { status: response.status, headers, body: first, errorCode: null })
  const { outgoing } = http.env
  outgoing.writeHead(response.status, headers)
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  outgoing.write(first)
  outgoing.write(second)
  for (const piece of pieces) {
    if (outgoing.destroyed) break
    if (!outgoing.write(piece)) await once(outgoing, 'drain', { signal: gone.signal }).catch(() => undefined)
    // A fast client reads each piece at once. Without this wait, other requests would not run before the last piece.
    await nextTurn()
  }
  outgoing.end()
  return RESPONSE_ALREADY_SENT
}
