import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { HeaderList } from './answer.ts'
import type { HttpContext } from './exchange.ts'

const longList = 1_000
const rowsAtOnce = 500

/** Whether a body has a list so long that to write it at one go would keep others waiting. */
export function isLong(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false
  return Object.values(body).some((member) => Array.isArray(member) && member.length > longList)
}

/** Sends a body as JSON, a part of its lists at a time: others have their turn in between, and a slow reader its pace. */
export async function sendInPieces(
  http: HttpContext,
  answer: { readonly status: number; readonly headers: HeaderList; readonly body: object },
): Promise<Response> {
  const { outgoing } = http.env
  outgoing.writeHead(answer.status, ['Content-Type', 'application/json; charset=utf-8', ...answer.headers])
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  for (const piece of piecesOf(answer.body)) {
    if (outgoing.destroyed) break
    const isTaken = outgoing.write(piece)
    if (isTaken) await nextTurn()
    else await once(outgoing, 'drain', { signal: gone.signal }).catch(() => undefined)
  }
  outgoing.end()
  return RESPONSE_ALREADY_SENT
}

function* piecesOf(body: object): Generator<string> {
  let before = '{'
  for (const [name, member] of Object.entries(body)) {
    if (member === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    if (Array.isArray(member)) yield* rowsOf(member)
    else yield JSON.stringify(member)
  }
  yield '}'
}

function* rowsOf(rows: readonly unknown[]): Generator<string> {
  yield '['
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    // Without the brackets of the part.
    const part = JSON.stringify(rows.slice(at, at + rowsAtOnce)).slice(1, -1)
    yield at === 0 ? part : `,${part}`
  }
  yield ']'
}
