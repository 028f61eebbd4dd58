import type { ExchangeSource } from '../../review/exchange.ts'
import type { ExchangeToLog } from '../../simulator/requests/request-log.ts'
import { ApiError } from '../../simulator/specification/errors.ts'
import type { Operation } from '../../simulator/specification/operations.ts'
import { countConnectionRequest, readEarlyArrivalMs } from '../http/connection-facts.ts'
import type { PreparedResponse } from '../http/prepared-response.ts'
import type { RequestBody } from '../http/request-body.ts'
import type { ApiFault } from './api-fault.ts'
import type { Requester, RequestHead } from './exchange.ts'
import type { OwnExchange } from './varied-exchange.ts'

/**
 * Returns an exchange in the form that the review needs. To be called before the response is sent; for a response that
 * is sent slowly, after its end.
 */
export function createExchangeSource(
  entry: ExchangeToLog & { readonly requestBody: Uint8Array | null },
  about: {
    readonly http: RequestHead
    readonly requester: Partial<Pick<Requester, 'key'>>
    /** The request body. If the operation has parsed it, the review uses the parsed value. */
    readonly body: RequestBody | null
    readonly response: PreparedResponse
    readonly operation: Operation | undefined
    readonly fault?: ApiFault | undefined
    readonly startedAt: number
    /** The exchange as it was before variations changed it, if they did. */
    readonly own?: OwnExchange | undefined
  },
): ExchangeSource {
  const { incoming } = about.http.env
  const { fault, own } = about
  const { key } = about.requester
  const connection = countConnectionRequest(incoming.socket)
  const endMs = about.startedAt + entry.durationMs
  // Each field is named, because a spread would cost more time than the rest of this function.
  return {
    id: entry.id,
    atMs: entry.atMs,
    method: entry.method,
    path: entry.path,
    status: entry.status,
    errorCode: entry.errorCode,
    requestBody: entry.requestBody,
    requestJson: (own ?? about).body?.json,
    responseBody: entry.responseBody,
    responseJson: (own ?? about).response.json,
    decidedBy: entry.decidedBy,
    requestHeaders: entry.requestHeaders,
    responseHeaders: entry.responseHeaders,
    lost: entry.lost,
    operation: about.operation,
    key: key === undefined || key instanceof ApiError ? null : key,
    url: incoming.url ?? entry.path,
    startMs: readEarlyArrivalMs(incoming) ?? about.startedAt,
    endMs,
    connection,
    isFirstOnConnection: connection.count === 1,
    goneAtMs: connection.closedAtMs ?? (incoming.socket.destroyed === true ? endMs : null),
    unreadBytes: incoming.readableLength ?? 0,
    fault: fault === undefined ? null : { mode: fault.mode, phase: fault.phase },
  }
}
