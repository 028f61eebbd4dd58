import type { Call } from '../simulator/requests/call.ts'
import type { Answer } from './answer.ts'
import type { ApiFault } from './api-fault.ts'
import type { Asker, HttpContext, Surface } from './exchange.ts'
import type { RequestBody } from './request-body.ts'

const decoder = new TextDecoder()

/** Handed out with many exchanges: whoever hears of one cannot write into the others. */
const nothing: readonly string[] = Object.freeze([])

/** Writes an exchange down in its account's request log and tells whoever watches. */
export function logExchange(
  surface: Surface,
  exchange: {
    readonly http: HttpContext
    readonly asker: Pick<Asker, 'context' | 'requestId'>
    readonly answer: Answer
    readonly body: RequestBody | null
    readonly call: Call | null
    /** Set where it keeps the answer from the client. */
    readonly silenced?: ApiFault | undefined
    readonly startedAt: number
  },
): void {
  const { http, asker, answer, body, call, silenced } = exchange
  const { context } = asker
  const entry = {
    id: asker.requestId,
    account: context.id,
    atMs: call === null ? context.clock.now() : call.nowMs,
    method: http.req.method,
    path: http.req.path,
    status: answer.status,
    errorCode: answer.errorCode,
    requestBody: body === null || body.bytes.length === 0 ? null : body.bytes,
    responseBody: typeof answer.body === 'string' ? answer.body : null,
    durationMs: performance.now() - exchange.startedAt,
    decidedBy: call === null ? nothing : call.decidedBy,
    lost: silenced === undefined ? null : { mode: silenced.mode, phase: silenced.phase },
  }
  context.requestLog.add(entry)
  const { onExchange } = surface
  if (onExchange === undefined) return
  onExchange({ ...entry, requestBody: entry.requestBody === null ? null : decoder.decode(entry.requestBody) })
}
