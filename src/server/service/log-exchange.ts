import type { Call } from '../../simulator/requests/call.ts'
import type { ExchangeToLog } from '../../simulator/requests/request-log.ts'
import { ApiError } from '../../simulator/specification/errors.ts'
import type { Operation } from '../../simulator/specification/operations.ts'
import type { PreparedResponse } from '../http/prepared-response.ts'
import type { RequestBody } from '../http/request-body.ts'
import type { ApiFault } from './api-fault.ts'
import type { Requester, RequestHead, ServerContext } from './exchange.ts'
import { createExchangeSource } from './reviewed-exchange.ts'
import type { OwnExchange } from './varied-exchange.ts'

const decoder = new TextDecoder()

/** An empty list that many exchanges share. It is frozen, so that an observer cannot change other exchanges. */
const nothing: readonly string[] = Object.freeze([])

/**
 * Returns a log entry with the simulator's own ids and names in place of those that variations made. The review knows
 * only the simulator's own ids and names.
 */
function restoreOriginalValues<Entry extends ExchangeToLog>(
  entry: Entry,
  { path, body, response }: OwnExchange,
) {
  return {
    ...entry,
    path,
    status: response.status,
    errorCode: response.errorCode,
    requestBody: readBodyBytes(body),
    responseBody: readBodyText(response),
    responseHeaders: response.headers,
  }
}

const readBodyBytes = (body: RequestBody | null) =>
  body === null || body.bytes.length === 0 ? null : body.bytes

const readBodyText = ({ body }: PreparedResponse) => (typeof body === 'string' ? body : null)

/** A request and its response, with the facts that the request log and the review need. */
interface ServedRequest {
  readonly http: RequestHead
  readonly requester: Pick<Requester, 'context' | 'requestId'> & Partial<Pick<Requester, 'key'>>
  readonly response: PreparedResponse
  readonly body: RequestBody | null
  readonly call: Call | null
  readonly operation: Operation | undefined
  /** The fault that triggered for the request. */
  readonly fault?: ApiFault | undefined
  /** The fault that keeps the response from the client. */
  readonly silenced?: ApiFault | undefined
  readonly startedAt: number
  /** The exchange as it was before variations changed it, if they did. */
  readonly own?: OwnExchange | undefined
}

/** Adds an exchange to the request log and to the review of its account, and passes it to the observer of the user. */
export function logExchange(server: ServerContext, exchange: ServedRequest): void {
  const { http, requester, response, body, call, silenced, own } = exchange
  const { context } = requester
  const entry = {
    // The log has the request id that the client got, which a variation may have changed.
    id: own === undefined ? requester.requestId : findRequestId(response),
    account: context.id,
    atMs: call === null ? context.clock.now() : call.nowMs,
    method: http.req.method,
    path: http.req.path,
    status: response.status,
    errorCode: response.errorCode,
    requestBody: readBodyBytes(body),
    responseBody: readBodyText(response),
    durationMs: performance.now() - exchange.startedAt,
    decidedBy: call === null ? nothing : call.decidedBy,
    keyId: readKeyId(requester.key),
    requestHeaders: http.env.incoming.rawHeaders,
    responseHeaders: response.headers,
    lost: silenced === undefined ? null : { mode: silenced.mode, phase: silenced.phase },
  }
  context.requestLog.add(entry)
  reviewExchange(server, entry, exchange)
  const watchers = server.simulator.watchers.findWatchers(context.id)
  if (watchers !== undefined) for (const watcher of watchers) watcher.onRequestLogged()
  const { onExchange } = server
  if (onExchange === undefined) return
  const { keyId: _, requestHeaders: _request, responseHeaders: _response, ...shown } = entry
  onExchange({ ...shown, requestBody: entry.requestBody === null ? null : decoder.decode(entry.requestBody) })
}

function findRequestId({ headers }: PreparedResponse): string {
  return headers[headers.findIndex((name) => name.toLowerCase() === 'x-request-id') + 1] ?? ''
}

function readKeyId(key: Requester['key'] | undefined): string | null {
  return key === undefined || key instanceof ApiError ? null : key.id
}

/** The `User-Agent` of requests that the pages of the dashboard and the reference send. */
export const pagesAgent = 'drydock-dashboard'

/** Passes an exchange to the review of the tested app, unless a page of the simulator sent the request. */
function reviewExchange(
  server: ServerContext,
  entry: ExchangeToLog & { readonly requestBody: Uint8Array | null },
  exchange: ServedRequest,
): void {
  const { http, own } = exchange
  if (http.env.incoming.headers['user-agent'] === pagesAgent) return
  const { context } = exchange.requester
  const reviewed = own === undefined ? entry : restoreOriginalValues(entry, own)
  const { outgoing } = http.env
  // While a fault sends the body slowly, the client can still disconnect.
  if (exchange.fault?.mode === 'slow_body' && outgoing?.destroyed === false)
    outgoing.once('close', () => {
      const sent = { ...reviewed, durationMs: performance.now() - exchange.startedAt }
      server.reviews.addExchange(context, createExchangeSource(sent, exchange))
    })
  else server.reviews.addExchange(context, createExchangeSource(reviewed, exchange))
}
